//! A thin safe reading view of LLVM modules: the only unsafe code of this crate.
//!
//! inkwell owns contexts and modules; reading instructions goes through `llvm-sys`, because inkwell has no accessor
//! for much of what a lifter reads (wide constants, debug metadata, aggregate constants, attributes).
//!
//! Safety: a handle borrows its [`Bitcode`], so LLVM's objects outlive it, and nothing is changed while handles
//! exist. Every wrapper asks LLVM only what the kind of the value or type allows; callers match on the kind first.

use inkwell::context::Context;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
pub use inkwell::llvm_sys::{LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMRealPredicate};
pub use inkwell::llvm_sys::{LLVMTypeKind, LLVMValueKind};
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use std::ffi::{CStr, c_char, c_uint};
use std::marker::PhantomData;

/// A linked module, ready to be read.
pub struct Bitcode<'c> {
    module: Module<'c>,
}

impl<'c> Bitcode<'c> {
    pub fn read(context: &'c Context, bytes: &[u8], name: &str) -> Result<Bitcode<'c>, String> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, name);
        let module = Module::parse_bitcode_from_buffer(&buffer, context).map_err(|e| e.to_string())?;
        Ok(Bitcode { module })
    }

    /// Adds another module's symbols to this one.
    pub fn link(&mut self, other: Bitcode<'c>) -> Result<(), String> {
        self.module.link_in_module(other.module).map_err(|e| e.to_string())
    }

    /// Lets every definition yield to one of the same name in another module.
    pub fn make_overridable(&self) {
        let view = self.view();
        for value in view.functions().chain(view.globals()) {
            if !value.is_declaration() && value.linkage() == LLVMLinkage::LLVMExternalLinkage {
                unsafe { LLVMSetLinkage(value.raw, LLVMLinkage::LLVMWeakAnyLinkage) }
            }
        }
    }

    /// Turns debug records into the intrinsic calls that [`Value`] can read. Before any handle is taken.
    pub fn normalise_debug_info(&mut self) {
        unsafe { LLVMSetIsNewDbgInfoFormat(self.module.as_mut_ptr(), 0) }
    }

    pub fn triple(&self) -> String {
        self.module.get_triple().as_str().to_string_lossy().into_owned()
    }

    /// The module for reading; nothing can change while the view exists.
    pub fn view(&self) -> View<'_> {
        View { raw: self.module.as_mut_ptr(), triple: self.triple(), module: PhantomData }
    }
}

/// A module for reading.
#[derive(Clone)]
pub struct View<'m> {
    raw: LLVMModuleRef,
    triple: String,
    module: PhantomData<&'m ()>,
}

impl<'m> View<'m> {
    pub fn triple(&self) -> &str {
        &self.triple
    }

    pub fn has_inline_asm(&self) -> bool {
        let mut len = 0;
        unsafe { LLVMGetModuleInlineAsm(self.raw, &mut len) };
        len > 0
    }

    pub fn functions(&self) -> impl Iterator<Item = Value<'m>> + use<'m> {
        chain(unsafe { LLVMGetFirstFunction(self.raw) }, |v| unsafe { LLVMGetNextFunction(v) })
    }

    pub fn globals(&self) -> impl Iterator<Item = Value<'m>> + use<'m> {
        chain(unsafe { LLVMGetFirstGlobal(self.raw) }, |v| unsafe { LLVMGetNextGlobal(v) })
    }

    pub fn function(&self, name: &str) -> Option<Value<'m>> {
        let name = std::ffi::CString::new(name).ok()?;
        Value::new(unsafe { LLVMGetNamedFunction(self.raw, name.as_ptr()) })
    }

    pub fn global(&self, name: &str) -> Option<Value<'m>> {
        let name = std::ffi::CString::new(name).ok()?;
        Value::new(unsafe { LLVMGetNamedGlobal(self.raw, name.as_ptr()) })
    }

    pub fn layout(&self) -> Layout<'m> {
        Layout { raw: unsafe { LLVMGetModuleDataLayout(self.raw) }, module: PhantomData }
    }
}

fn chain<'m>(first: LLVMValueRef, next: impl Fn(LLVMValueRef) -> LLVMValueRef) -> impl Iterator<Item = Value<'m>> {
    std::iter::successors(Value::new(first), move |v| Value::new(next(v.raw)))
}

/// Sizes and offsets of the module's target.
#[derive(Clone, Copy)]
pub struct Layout<'m> {
    raw: LLVMTargetDataRef,
    module: PhantomData<&'m ()>,
}

impl Layout<'_> {
    /// Distance between array elements of the type.
    pub fn alloc_size(self, ty: Type<'_>) -> u64 {
        unsafe { LLVMABISizeOfType(self.raw, ty.raw) }
    }

    pub fn align(self, ty: Type<'_>) -> u32 {
        unsafe { LLVMABIAlignmentOfType(self.raw, ty.raw) }
    }

    pub fn field_offset(self, ty: Type<'_>, field: u32) -> u64 {
        unsafe { LLVMOffsetOfElement(self.raw, ty.raw, field) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'m> {
    raw: LLVMTypeRef,
    module: PhantomData<&'m ()>,
}

impl<'m> Type<'m> {
    fn new(raw: LLVMTypeRef) -> Type<'m> {
        Type { raw, module: PhantomData }
    }

    pub fn kind(self) -> LLVMTypeKind {
        unsafe { LLVMGetTypeKind(self.raw) }
    }

    pub fn int_width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.raw) }
    }

    /// The parts of a struct, array or vector type, if there are not too many to be values.
    pub fn elements(self) -> Vec<Type<'m>> {
        match self.kind() {
            LLVMTypeKind::LLVMStructTypeKind => {
                (0..unsafe { LLVMCountStructElementTypes(self.raw) }).map(|i| self.element(i)).collect()
            }
            _ => vec![self.element(0); self.len() as usize],
        }
    }

    /// The type of a struct's field, or of every element of an array or vector.
    pub fn element(self, index: u32) -> Type<'m> {
        Type::new(match self.kind() {
            LLVMTypeKind::LLVMStructTypeKind => unsafe { LLVMStructGetTypeAtIndex(self.raw, index) },
            _ => unsafe { LLVMGetElementType(self.raw) },
        })
    }

    /// Number of elements of an array or vector.
    pub fn len(self) -> u64 {
        match self.kind() {
            LLVMTypeKind::LLVMArrayTypeKind => unsafe { LLVMGetArrayLength2(self.raw) },
            LLVMTypeKind::LLVMVectorTypeKind => u64::from(unsafe { LLVMGetVectorSize(self.raw) }),
            _ => 0,
        }
    }

    pub fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.raw) != 0 }
    }

    pub fn return_type(self) -> Type<'m> {
        Type::new(unsafe { LLVMGetReturnType(self.raw) })
    }

    pub fn params(self) -> Vec<Type<'m>> {
        let mut raw = vec![std::ptr::null_mut(); unsafe { LLVMCountParamTypes(self.raw) } as usize];
        unsafe { LLVMGetParamTypes(self.raw, raw.as_mut_ptr()) };
        raw.into_iter().map(Type::new).collect()
    }

    pub fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
    }

    pub fn text(self) -> String {
        take_message(unsafe { LLVMPrintTypeToString(self.raw) })
    }
}

fn take_message(raw: *mut c_char) -> String {
    let text = unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned();
    unsafe { LLVMDisposeMessage(raw) };
    text
}

fn bytes_of(start: *const c_char, len: usize) -> String {
    if start.is_null() {
        return String::new();
    }
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(start.cast(), len) }).into_owned()
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BasicBlock<'m> {
    raw: LLVMBasicBlockRef,
    module: PhantomData<&'m ()>,
}

impl<'m> BasicBlock<'m> {
    fn new(raw: LLVMBasicBlockRef) -> BasicBlock<'m> {
        BasicBlock { raw, module: PhantomData }
    }

    pub fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        chain(unsafe { LLVMGetFirstInstruction(self.raw) }, |v| unsafe { LLVMGetNextInstruction(v) })
    }

    pub fn name(self) -> String {
        unsafe { CStr::from_ptr(LLVMGetBasicBlockName(self.raw)) }.to_string_lossy().into_owned()
    }
}

/// Any value: instruction, constant, global, function, argument, metadata.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<'m> {
    raw: LLVMValueRef,
    module: PhantomData<&'m ()>,
}

impl<'m> Value<'m> {
    fn new(raw: LLVMValueRef) -> Option<Value<'m>> {
        (!raw.is_null()).then_some(Value { raw, module: PhantomData })
    }

    pub fn kind(self) -> LLVMValueKind {
        unsafe { LLVMGetValueKind(self.raw) }
    }

    pub fn ty(self) -> Type<'m> {
        Type::new(unsafe { LLVMTypeOf(self.raw) })
    }

    pub fn name(self) -> String {
        let mut len = 0;
        let start = unsafe { LLVMGetValueName2(self.raw, &mut len) };
        bytes_of(start, len)
    }

    pub fn text(self) -> String {
        take_message(unsafe { LLVMPrintValueToString(self.raw) })
    }

    // Globals and functions.

    pub fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    pub fn linkage(self) -> LLVMLinkage {
        unsafe { LLVMGetLinkage(self.raw) }
    }

    /// The type of a global's content, or of a function.
    pub fn content_type(self) -> Type<'m> {
        Type::new(unsafe { LLVMGlobalGetValueType(self.raw) })
    }

    /// The section that a global or function is to be put into; empty if none is named.
    pub fn section(self) -> String {
        let raw = unsafe { LLVMGetSection(self.raw) };
        if raw.is_null() { String::new() } else { unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned() }
    }

    pub fn initializer(self) -> Option<Value<'m>> {
        Value::new(unsafe { LLVMGetInitializer(self.raw) })
    }

    pub fn is_global_constant(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.raw) != 0 }
    }

    pub fn align(self) -> u32 {
        unsafe { LLVMGetAlignment(self.raw) }
    }

    pub fn aliasee(self) -> Option<Value<'m>> {
        Value::new(unsafe { LLVMAliasGetAliasee(self.raw) })
    }

    pub fn params(self) -> Vec<Value<'m>> {
        (0..unsafe { LLVMCountParams(self.raw) })
            .filter_map(|i| Value::new(unsafe { LLVMGetParam(self.raw, i) }))
            .collect()
    }

    pub fn blocks(self) -> Vec<BasicBlock<'m>> {
        let mut raw = vec![std::ptr::null_mut(); unsafe { LLVMCountBasicBlocks(self.raw) } as usize];
        unsafe { LLVMGetBasicBlocks(self.raw, raw.as_mut_ptr()) };
        raw.into_iter().map(BasicBlock::new).collect()
    }

    /// The struct type a function's parameter points to when it is passed by value in memory.
    pub fn param_byval(self, index: u32) -> Option<Type<'m>> {
        let kind = attribute_kind("byval");
        let attribute = unsafe { LLVMGetEnumAttributeAtIndex(self.raw, index + 1, kind) };
        (!attribute.is_null()).then(|| Type::new(unsafe { LLVMGetTypeAttributeValue(attribute) }))
    }

    // Instructions.

    pub fn opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetInstructionOpcode(self.raw) }
    }

    /// The operation of a constant expression.
    pub fn const_opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetConstOpcode(self.raw) }
    }

    pub fn operand_count(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.raw) as u32 }
    }

    pub fn operand(self, index: u32) -> Value<'m> {
        Value::new(unsafe { LLVMGetOperand(self.raw, index) }).expect("operand index is in range")
    }

    pub fn operands(self) -> impl Iterator<Item = Value<'m>> {
        (0..self.operand_count()).map(move |i| self.operand(i))
    }

    pub fn successors(self) -> Vec<BasicBlock<'m>> {
        (0..unsafe { LLVMGetNumSuccessors(self.raw) })
            .map(|i| BasicBlock::new(unsafe { LLVMGetSuccessor(self.raw, i) }))
            .collect()
    }

    pub fn is_conditional(self) -> bool {
        unsafe { LLVMIsConditional(self.raw) != 0 }
    }

    pub fn condition(self) -> Value<'m> {
        Value::new(unsafe { LLVMGetCondition(self.raw) }).expect("conditional branch has a condition")
    }

    /// Did a sanitizer put it there?
    pub fn is_sanitizer(self) -> bool {
        let context = unsafe { LLVMGetTypeContext(LLVMTypeOf(self.raw)) };
        let name = "nosanitize";
        let kind = unsafe { LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as c_uint) };
        unsafe { !LLVMGetMetadata(self.raw, kind).is_null() }
    }

    pub fn int_predicate(self) -> LLVMIntPredicate {
        unsafe { LLVMGetICmpPredicate(self.raw) }
    }

    pub fn real_predicate(self) -> LLVMRealPredicate {
        unsafe { LLVMGetFCmpPredicate(self.raw) }
    }

    pub fn incoming(self) -> Vec<(Value<'m>, BasicBlock<'m>)> {
        (0..unsafe { LLVMCountIncoming(self.raw) })
            .filter_map(|i| {
                let block = BasicBlock::new(unsafe { LLVMGetIncomingBlock(self.raw, i) });
                Value::new(unsafe { LLVMGetIncomingValue(self.raw, i) }).map(|v| (v, block))
            })
            .collect()
    }

    pub fn allocated_type(self) -> Type<'m> {
        Type::new(unsafe { LLVMGetAllocatedType(self.raw) })
    }

    pub fn gep_source_type(self) -> Type<'m> {
        Type::new(unsafe { LLVMGetGEPSourceElementType(self.raw) })
    }

    pub fn called_type(self) -> Type<'m> {
        Type::new(unsafe { LLVMGetCalledFunctionType(self.raw) })
    }

    pub fn called(self) -> Value<'m> {
        Value::new(unsafe { LLVMGetCalledValue(self.raw) }).expect("call has a callee")
    }

    pub fn call_args(self) -> Vec<Value<'m>> {
        (0..unsafe { LLVMGetNumArgOperands(self.raw) }).map(|i| self.operand(i)).collect()
    }

    pub fn call_byval(self, index: u32) -> Option<Type<'m>> {
        let kind = attribute_kind("byval");
        let attribute = unsafe { LLVMGetCallSiteEnumAttribute(self.raw, index + 1, kind) };
        (!attribute.is_null()).then(|| Type::new(unsafe { LLVMGetTypeAttributeValue(attribute) }))
    }

    /// Is a call's argument known to be assigned in all its bits?
    pub fn call_noundef(self, index: u32) -> bool {
        unsafe { !LLVMGetCallSiteEnumAttribute(self.raw, index + 1, attribute_kind("noundef")).is_null() }
    }

    /// Is a function's result known to be assigned in all its bits?
    pub fn return_noundef(self) -> bool {
        unsafe { !LLVMGetEnumAttributeAtIndex(self.raw, 0, attribute_kind("noundef")).is_null() }
    }

    /// The template and constraints of an inline assembly callee.
    pub fn inline_asm(self) -> Option<(String, String)> {
        if self.kind() != LLVMValueKind::LLVMInlineAsmValueKind {
            return None;
        }
        let (mut a, mut b) = (0, 0);
        let template = unsafe { LLVMGetInlineAsmAsmString(self.raw, &mut a) };
        let constraints = unsafe { LLVMGetInlineAsmConstraintString(self.raw, &mut b) };
        Some((bytes_of(template, a), bytes_of(constraints, b)))
    }

    pub fn aggregate_indices(self) -> Vec<u32> {
        let count = unsafe { LLVMGetNumIndices(self.raw) } as usize;
        unsafe { std::slice::from_raw_parts(LLVMGetIndices(self.raw), count) }.to_vec()
    }

    pub fn atomic_operation(self) -> LLVMAtomicRMWBinOp {
        unsafe { LLVMGetAtomicRMWBinOp(self.raw) }
    }

    pub fn shuffle_mask(self) -> Vec<i32> {
        let count = unsafe { LLVMGetNumMaskElements(self.raw) };
        (0..count).map(|i| unsafe { LLVMGetMaskValue(self.raw, i) }).collect()
    }

    // Constants.

    /// The bits of an integer constant of at most 128 bits.
    pub fn int_bits(self) -> u128 {
        let width = self.ty().int_width();
        if width <= 64 {
            return u128::from(unsafe { LLVMConstIntGetZExtValue(self.raw) });
        }
        // There is no accessor for wide constants; their text is `i128 -5`.
        let text = self.text();
        let digits = text.rsplit(' ').next().unwrap_or("0");
        let value = digits.parse::<i128>().map_or_else(|_| digits.parse::<u128>().unwrap_or(0), |v| v as u128);
        value & (u128::MAX >> (128 - width))
    }

    /// The bits of an integer constant of any width, 64 at a time from the lowest.
    pub fn int_words(self) -> Vec<u64> {
        let width = self.ty().int_width();
        let mut words = vec![0u64; width.div_ceil(64) as usize];
        // As above, from the text.
        let text = self.text();
        let digits = text.rsplit(' ').next().unwrap_or("0");
        for digit in digits.chars().filter_map(|c| c.to_digit(10)) {
            let mut carry = u128::from(digit);
            for word in &mut words {
                carry += u128::from(*word) * 10;
                *word = carry as u64;
                carry >>= 64;
            }
        }
        if digits.starts_with('-') {
            let mut carry = true;
            for word in &mut words {
                (*word, carry) = (!*word).overflowing_add(carry.into());
            }
        }
        if let Some(last) = words.last_mut() {
            *last &= u64::MAX >> (width.wrapping_neg() % 64);
        }
        words
    }

    /// A floating constant, rounded to double.
    pub fn float_value(self) -> f64 {
        let mut lost = 0;
        unsafe { LLVMConstRealGetDouble(self.raw, &mut lost) }
    }

    /// An element of a constant aggregate, also of a zero one.
    pub fn const_element(self, index: u32) -> Value<'m> {
        Value::new(unsafe { LLVMGetAggregateElement(self.raw, index) }).expect("aggregate element is in range")
    }

    /// The bytes of a constant string or other array of `i8`.
    pub fn const_bytes(self) -> Option<&'m [u8]> {
        if unsafe { LLVMIsConstantString(self.raw) } == 0 {
            return None;
        }
        let mut len = 0;
        let start = unsafe { LLVMGetAsString(self.raw, &mut len) };
        Some(unsafe { std::slice::from_raw_parts(start.cast(), len) })
    }

    pub fn is_null(self) -> bool {
        unsafe { LLVMIsNull(self.raw) != 0 }
    }

    pub fn block_address(self) -> (Value<'m>, BasicBlock<'m>) {
        let function = Value::new(unsafe { LLVMGetBlockAddressFunction(self.raw) }).expect("label has a function");
        (function, BasicBlock::new(unsafe { LLVMGetBlockAddressBasicBlock(self.raw) }))
    }

    // Debug information.

    /// Directory, file, line and column of an instruction.
    pub fn debug_place(self) -> Option<DebugPlace> {
        let location = unsafe { LLVMInstructionGetDebugLoc(self.raw) };
        if location.is_null() {
            return None;
        }
        let scope = unsafe { LLVMDILocationGetScope(location) };
        let line = unsafe { LLVMDILocationGetLine(location) };
        Some(scope_place(scope, line, unsafe { LLVMDILocationGetColumn(location) }))
    }

    /// Where a function is defined.
    pub fn function_place(self) -> Option<DebugPlace> {
        let subprogram = unsafe { LLVMGetSubprogram(self.raw) };
        (!subprogram.is_null()).then(|| scope_place(subprogram, unsafe { LLVMDISubprogramGetLine(subprogram) }, 1))
    }

    /// The types of a function's parameters; none if it was declared without a prototype.
    pub fn debug_signature(self) -> Vec<Metadata<'m>> {
        let subprogram = unsafe { LLVMGetSubprogram(self.raw) };
        if subprogram.is_null() {
            return Vec::new();
        }
        let Some(node) = self.as_node(subprogram) else { return Vec::new() };
        // A subprogram's operand 4 is its type, whose operand 3 is the list of result and parameters.
        let Some(list) = node.operand(4).and_then(|ty| ty.operand(3)) else { return Vec::new() };
        (1..list.operand_count()).filter_map(|i| list.operand(i)).collect()
    }

    /// The names of a function's parameters with their numbers, from 1.
    pub fn debug_params(self) -> Vec<(usize, String)> {
        let calls = self.blocks().into_iter().flat_map(|block| block.instructions());
        let declares =
            calls.filter(|inst| inst.opcode() == LLVMOpcode::LLVMCall && inst.called().name() == "llvm.dbg.declare");
        declares
            .filter_map(|inst| {
                let text = inst.operand(1).text();
                let number = text.split(", arg: ").nth(1)?.split(',').next()?.parse().ok()?;
                Some((number, inst.declared_variable()?.1))
            })
            .collect()
    }

    /// The type of a global variable.
    pub fn global_debug_type(self) -> Option<Metadata<'m>> {
        let mut count = 0;
        let entries = unsafe { LLVMGlobalCopyAllMetadata(self.raw, &mut count) };
        let nodes: Vec<LLVMMetadataRef> =
            (0..count as u32).map(|i| unsafe { LLVMValueMetadataEntriesGetMetadata(entries, i) }).collect();
        unsafe { LLVMDisposeValueMetadataEntries(entries) };
        // An expression's operand 0 is the variable, whose operand 3 is its type.
        nodes.into_iter().find_map(|node| self.as_node(node)?.operand(0)?.operand(3))
    }

    /// The type of the local variable that a call of `llvm.dbg.declare` describes.
    pub fn declared_type(self) -> Option<Metadata<'m>> {
        Metadata { value: self.operand(1) }.operand(3)
    }

    fn as_node(self, raw: LLVMMetadataRef) -> Option<Metadata<'m>> {
        let context = unsafe { LLVMGetTypeContext(LLVMTypeOf(self.raw)) };
        Value::new(unsafe { LLVMMetadataAsValue(context, raw) }).map(|value| Metadata { value })
    }

    /// For a call of `llvm.dbg.declare`: the described address and the variable's name.
    pub fn declared_variable(self) -> Option<(Value<'m>, String)> {
        let address = unwrap_metadata(self.operand(0))?;
        let variable = self.operand(1);
        // A DILocalVariable's operands are scope, name, …
        let count = unsafe { LLVMGetMDNodeNumOperands(variable.raw) } as usize;
        let mut operands = vec![std::ptr::null_mut(); count];
        unsafe { LLVMGetMDNodeOperands(variable.raw, operands.as_mut_ptr()) };
        let name = Value::new(*operands.get(1)?)?;
        let mut len: c_uint = 0;
        let start = unsafe { LLVMGetMDString(name.raw, &mut len) };
        let name = bytes_of(start, len as usize);
        (!name.is_empty()).then_some((address, name))
    }
}

/// The value inside a metadata operand.
fn unwrap_metadata(value: Value<'_>) -> Option<Value<'_>> {
    let mut inner = std::ptr::null_mut();
    if value.kind() != LLVMValueKind::LLVMMetadataAsValueValueKind
        || unsafe { LLVMGetMDNodeNumOperands(value.raw) } != 1
    {
        return None;
    }
    unsafe { LLVMGetMDNodeOperands(value.raw, &mut inner) };
    Value::new(inner)
}

/// A node of metadata, such as a debug type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Metadata<'m> {
    /// The node as a value; LLVM makes one for each node.
    value: Value<'m>,
}

impl<'m> Metadata<'m> {
    fn raw(self) -> LLVMMetadataRef {
        unsafe { LLVMValueAsMetadata(self.value.raw) }
    }

    pub fn operand_count(self) -> u32 {
        unsafe { LLVMGetMDNodeNumOperands(self.value.raw) as u32 }
    }

    /// An operand that is a node too.
    pub fn operand(self, index: u32) -> Option<Metadata<'m>> {
        let mut operands = vec![std::ptr::null_mut(); self.operand_count() as usize];
        unsafe { LLVMGetMDNodeOperands(self.value.raw, operands.as_mut_ptr()) };
        let value = Value::new(*operands.get(index as usize)?)?;
        (value.kind() == LLVMValueKind::LLVMMetadataAsValueValueKind).then_some(Metadata { value })
    }

    /// DWARF's number for what it is; 0 if it is no debug node.
    pub fn tag(self) -> u16 {
        unsafe { LLVMGetDINodeTag(self.raw()) }
    }

    /// As LLVM prints it, without what it refers to.
    pub fn text(self) -> String {
        self.value.text()
    }

    // Of types and members only.

    pub fn type_name(self) -> String {
        let mut len = 0;
        let start = unsafe { LLVMDITypeGetName(self.raw(), &mut len) };
        bytes_of(start, len)
    }

    pub fn size_in_bits(self) -> u64 {
        unsafe { LLVMDITypeGetSizeInBits(self.raw()) }
    }

    pub fn offset_in_bits(self) -> u64 {
        unsafe { LLVMDITypeGetOffsetInBits(self.raw()) }
    }
}

pub struct DebugPlace {
    pub directory: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
}

fn scope_place(scope: LLVMMetadataRef, line: u32, column: u32) -> DebugPlace {
    let file = unsafe { LLVMDIScopeGetFile(scope) };
    if file.is_null() {
        return DebugPlace { directory: String::new(), file: String::new(), line, column };
    }
    let (mut a, mut b) = (0, 0);
    let directory = unsafe { LLVMDIFileGetDirectory(file, &mut a) };
    let name = unsafe { LLVMDIFileGetFilename(file, &mut b) };
    DebugPlace { directory: bytes_of(directory, a as usize), file: bytes_of(name, b as usize), line, column }
}

fn attribute_kind(name: &str) -> c_uint {
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// Keeps LLVM from printing and exiting on its own when a module is bad; the caller gets the error anyway.
pub fn silence(context: &Context) {
    extern "C" fn ignore(_: LLVMDiagnosticInfoRef, _: *mut std::ffi::c_void) {}
    unsafe { LLVMContextSetDiagnosticHandler(context.raw(), Some(ignore), std::ptr::null_mut()) }
}
