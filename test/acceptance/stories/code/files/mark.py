# with a mark
assert True
