module example.org/permits

go 1.24
