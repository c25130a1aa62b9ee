assert (1
