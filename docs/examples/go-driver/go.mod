module example.com/items-go

go 1.24
