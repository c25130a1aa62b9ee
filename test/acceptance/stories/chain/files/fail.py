assert False, "nothing was made"
