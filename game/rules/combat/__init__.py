"""Close combat: who strikes whom, in which order, what comes of it (CC, CR, BRK).

``fighters`` says who reaches whom, ``blows`` what the blows of a part of a unit are like, ``hitting`` what they need;
``volleys`` puts these together for one moment of a round. The battle (``striking``) and the odds read the same volleys.
"""
