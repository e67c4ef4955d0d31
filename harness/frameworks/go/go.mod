module parcels

go 1.22
