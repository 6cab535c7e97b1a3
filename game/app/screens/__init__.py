"""What fills the window: the start screen, the battle, the help page, and lists and questions laid over them."""
