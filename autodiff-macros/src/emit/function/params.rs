//! `Params` and its traits.

use super::*;

impl Emitter<'_> {
    // --- parameters ----------------------------------------------------------------------------

    pub(super) fn size_text(&self, arguments: &[&Argument]) -> String {
        let element = self.function.returns.element;
        let bytes = match element {
            crate::syntax::Element::F32 => 4,
            crate::syntax::Element::F64 => 8,
        };
        let len = arguments
            .iter()
            .try_fold(0usize, |sum, a| sum.checked_add(a.ty.shape.literal_len()?));
        match len {
            Some(len) => format!("{len} × `{element}`, {} bytes", len.saturating_mul(bytes)),
            None => format!("arrays of `{element}`"),
        }
    }

    pub(super) fn parameter_items(&self) -> TokenStream {
        let element = &self.types.element;
        let element_name = self.function.returns.element.name();
        let idents: Vec<&Ident> = self.params.iter().map(|p| &p.ident).collect();
        let tys: Vec<TokenStream> = self
            .params
            .iter()
            .map(|p| self.types.shape(&p.ty.shape))
            .collect();
        let docs = self.params.iter().map(|p| {
            let doc = format!(" `{}`", type_text(&p.ty.shape, element_name));
            quote!(#[doc = #doc])
        });
        let name = plain(&self.function.ident);
        let doc = format!(
            " Parameters of `{name}`, or gradients by them: {}.",
            self.size_text(&self.params)
        );
        let generic_parameters = &self.generic_parameters;
        let params_type = self.generic(quote!(Params));
        let implement = self.implement();
        let result = self.types.shape(&self.result);
        // A tensor's shape as a list of numbers.
        let fields = self.params.iter().map(|p| {
            let name = plain(&p.ident);
            let dims = p.ty.shape.dims().unwrap_or_default();
            let dims = dims.iter().map(|dim: &Dim| self.types.dim(dim));
            quote!(rt::Field::new(#name, &[#(#dims),*]))
        });
        let generic = !self.function.generics.is_empty();
        // Plain memory: bytemuck's derive proves that there is no padding. It does so for types
        // without generics only.
        let (pod, bytes) = if generic {
            (quote!(), quote!())
        } else {
            let bytemuck = match &self.function.options.krate {
                // The derive's own expansion stands in this module.
                Some(_) => quote!(#[bytemuck(crate = "rt::bytemuck")]),
                None => quote!(#[bytemuck(crate = "::autodiff_runtime::__private::bytemuck")]),
            };
            (
                quote! {
                    #[derive(rt::bytemuck::Pod, rt::bytemuck::Zeroable)]
                    #bytemuck
                },
                quote! {
                    /// All elements, field by field in the order of declaration, row-major.
                    #[inline]
                    pub fn as_slice(&self) -> &[#element] {
                        rt::bytemuck::try_cast_slice(::core::slice::from_ref(self)).unwrap_or(&[])
                    }

                    /// All elements, as [`Params::as_slice`].
                    #[inline]
                    pub fn as_mut_slice(&mut self) -> &mut [#element] {
                        rt::bytemuck::try_cast_slice_mut(::core::slice::from_mut(self)).unwrap_or(&mut [])
                    }

                    /// The memory, in the byte order of the machine.
                    #[inline]
                    pub fn as_bytes(&self) -> &[u8] {
                        rt::bytemuck::bytes_of(self)
                    }

                    /// The memory, in the byte order of the machine.
                    #[inline]
                    pub fn as_mut_bytes(&mut self) -> &mut [u8] {
                        rt::bytemuck::bytes_of_mut(self)
                    }

                    /// From memory as [`Params::as_bytes`] gives it, at any alignment.
                    ///
                    /// # Errors
                    ///
                    /// If the length is not [`Params::SIZE`].
                    #[inline]
                    pub fn from_bytes(
                        bytes: &[u8],
                    ) -> ::core::result::Result<Self, ::core::array::TryFromSliceError> {
                        <[u8; Self::SIZE] as ::core::convert::TryFrom<&[u8]>>::try_from(bytes)
                            .map(rt::bytemuck::must_cast)
                    }
                },
            )
        };
        quote! {
            #[doc = #doc]
            #[repr(C)]
            #[derive(
                ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug, ::core::cmp::PartialEq
            )]
            #pod
            pub struct Params<#generic_parameters> {
                #(#docs pub #idents: #tys,)*
            }

            /// Gradients have the shape of the parameters.
            pub type Gradients<#generic_parameters> = #params_type;

            /// The result of the model.
            pub type Output<#generic_parameters> = #result;

            /// The adjoint of the result.
            pub type Seed<#generic_parameters> = #result;

            #implement #params_type {
                /// All zero.
                pub const ZERO: Self = Self {
                    #(#idents: <#tys as rt::Tensor>::ZERO,)*
                };

                /// Number of elements.
                pub const LEN: usize = 0 #(+ <#tys as rt::Tensor>::LEN)*;

                /// Size in bytes.
                pub const SIZE: usize = ::core::mem::size_of::<Self>();

                #bytes
            }

            #implement ::core::default::Default for #params_type {
                #[inline]
                fn default() -> Self {
                    Self::ZERO
                }
            }

            #implement rt::Parameters for #params_type {
                type Elem = #element;

                const FIELDS: &'static [rt::Field] = &[#(#fields),*];

                #[inline]
                fn for_each(&self, mut f: impl ::core::ops::FnMut(&[#element])) {
                    #(f(rt::Tensor::as_slice(&self.#idents));)*
                }

                #[inline]
                fn for_each_mut(&mut self, mut f: impl ::core::ops::FnMut(&mut [#element])) {
                    #(f(rt::Tensor::as_mut_slice(&mut self.#idents));)*
                }

                #[inline]
                fn zip_mut(
                    &mut self,
                    other: &Self,
                    mut f: impl ::core::ops::FnMut(&mut [#element], &[#element]),
                ) {
                    #(f(rt::Tensor::as_mut_slice(&mut self.#idents), rt::Tensor::as_slice(&other.#idents));)*
                }
            }
        }
    }
}
