local delegate = {
return delegate
