// An entry of the list: the file that FILE names below scripts/.
{TEXT(FILE), (const char[]){
#embed TEXT(../../scripts/FILE) suffix(, 0)
}},
#undef FILE
