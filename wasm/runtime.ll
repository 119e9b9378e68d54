; What kernels that allocate need around them, for wasm32: memory in numba's records, and products of 128 bits.
;
; Memory is a stack from where heap_from was last told on.  A record is numba's: number of owners, destructor and its
; data (here: the record below), data, size; 32 bytes, behind which the data lie.  A record without owners goes once it
; is the top one.

target triple = "wasm32-unknown-unknown"

@top = internal global i32 0     ; the next free place
@newest = internal global i32 0  ; the top record, 0: none

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)

define void @heap_from(i32 %place) {
  %padded = add i32 %place, 15
  %aligned = and i32 %padded, -16
  store i32 %aligned, ptr @top
  store i32 0, ptr @newest
  ret void
}

; A record for `size` bytes; all data are aligned to 16 bytes, no kernel needs more.  null: there is no more memory.
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %alignment) {
  %record = load i32, ptr @top
  %below = load i32, ptr @newest
  %too_large = icmp ugt i64 %size, 1073741824
  br i1 %too_large, label %refuse, label %fits
fits:
  %bytes = trunc i64 %size to i32
  %padded = add i32 %bytes, 47
  %needed = and i32 %padded, -16
  %end = add i32 %record, %needed
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %used = lshr i32 %end, 16
  %enough = icmp ult i32 %used, %pages
  br i1 %enough, label %place, label %grow
grow:
  %past = sub i32 %used, %pages
  %missing = add i32 %past, 1
  %before = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %missing)
  %failed = icmp eq i32 %before, -1
  br i1 %failed, label %refuse, label %place
place:
  %pointer = inttoptr i32 %record to ptr
  %destructor = getelementptr i8, ptr %pointer, i32 8
  %information = getelementptr i8, ptr %pointer, i32 12
  %data = getelementptr i8, ptr %pointer, i32 16
  %length = getelementptr i8, ptr %pointer, i32 24
  %start = add i32 %record, 32
  store i64 1, ptr %pointer
  store i32 0, ptr %destructor
  store i32 %below, ptr %information
  store i32 %start, ptr %data
  store i64 %size, ptr %length
  store i32 %end, ptr @top
  store i32 %record, ptr @newest
  ret ptr %pointer
refuse:
  ret ptr null
}

; Called for a record that has lost its last owner.
define void @NRT_MemInfo_call_dtor(ptr %record) {
  br label %look
look:
  %highest = load i32, ptr @newest
  %is_none = icmp eq i32 %highest, 0
  br i1 %is_none, label %end, label %count
count:
  %pointer = inttoptr i32 %highest to ptr
  %owners = load i64, ptr %pointer
  %is_owned = icmp ne i64 %owners, 0
  br i1 %is_owned, label %end, label %free
free:
  %information = getelementptr i8, ptr %pointer, i32 12
  %below = load i32, ptr %information
  store i32 %highest, ptr @top
  store i32 %below, ptr @newest
  br label %look
end:
  ret void
}

; The product of (a, a_high) and (b, b_high), 128 bits each, into (2,) i64: LLVM calls it to see whether 64 bits suffice.
define void @__multi3(ptr %product, i64 %a, i64 %a_high, i64 %b, i64 %b_high) {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %carry = lshr i64 %p00, 32
  %middle = add i64 %p10, %carry
  %middle_low = and i64 %middle, 4294967295
  %middle_high = lshr i64 %middle, 32
  %crossed = add i64 %p01, %middle_low
  %crossed_low = shl i64 %crossed, 32
  %crossed_high = lshr i64 %crossed, 32
  %p00_low = and i64 %p00, 4294967295
  %low = or i64 %crossed_low, %p00_low
  %upper = add i64 %p11, %middle_high
  %of_lower = add i64 %upper, %crossed_high
  %left = mul i64 %a, %b_high
  %right = mul i64 %a_high, %b
  %outer = add i64 %left, %right
  %high = add i64 %of_lower, %outer
  store i64 %low, ptr %product
  %second = getelementptr i64, ptr %product, i32 1
  store i64 %high, ptr %second
  ret void
}
