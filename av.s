	.file	"kernel"
	.section	.rodata.cst4,"aM",@progbits,4
	.p2align	2, 0x0
.LCPI0_0:
	.long	0x40400000
.LCPI0_2:
	.long	0x7fffffff
	.section	.rodata.cst32,"aM",@progbits,32
	.p2align	5, 0x0
.LCPI0_1:
	.byte	0
	.zero	1
	.zero	1
	.zero	1
	.byte	1
	.zero	1
	.zero	1
	.zero	1
	.byte	128
	.zero	1
	.zero	1
	.zero	1
	.byte	128
	.zero	1
	.zero	1
	.zero	1
	.byte	128
	.zero	1
	.zero	1
	.zero	1
	.byte	128
	.zero	1
	.zero	1
	.zero	1
	.byte	128
	.zero	1
	.zero	1
	.zero	1
	.byte	128
	.zero	1
	.zero	1
	.zero	1
	.text
	.globl	kernel
	.p2align	4
	.type	kernel,@function
kernel:
	movq	(%rdi), %rax
	movq	8(%rdi), %rsi
	leaq	584(%rax), %rdi
	leaq	1024(%rsi), %r9
	cmpq	%r9, %rax
	setb	%r9b
	cmpq	%rdi, %rsi
	setb	%r10b
	andb	%r9b, %r10b
	cmpq	%rsi, %rax
	setne	%dil
	andb	%r10b, %dil
	movq	%rax, %r9
	cmovneq	%r8, %r9
	cmpq	%rcx, %rdx
	jge	.LBB0_9
	pushq	%rbx
	addq	$96, %rax
	addq	$96, %r9
	vbroadcastss	.LCPI0_0(%rip), %ymm0
	vmovdqa	.LCPI0_1(%rip), %ymm1
	vbroadcastss	.LCPI0_2(%rip), %ymm2
	.p2align	4
.LBB0_2:
	testb	%dil, %dil
	je	.LBB0_5
	xorl	%r10d, %r10d
	xorl	%r11d, %r11d
	.p2align	4
.LBB0_4:
	cmpq	$5, %r11
	setb	%bl
	vmovd	%ebx, %xmm3
	vpbroadcastb	%xmm3, %xmm3
	vpmovzxwd	%xmm3, %ymm4
	vpslld	$31, %ymm4, %ymm4
	vmaskmovps	-96(%rax,%r10), %ymm4, %ymm5
	vblendvps	%ymm4, %ymm5, %ymm0, %ymm5
	vmaskmovps	-64(%rax,%r10), %ymm4, %ymm6
	vblendvps	%ymm4, %ymm6, %ymm0, %ymm4
	vpshufb	%ymm1, %ymm3, %ymm3
	vpslld	$31, %ymm3, %ymm3
	vmaskmovps	-32(%rax,%r10), %ymm3, %ymm6
	vblendvps	%ymm3, %ymm6, %ymm0, %ymm3
	vmovups	%ymm0, 96(%r8,%r10)
	vmovups	%ymm4, 32(%r8,%r10)
	vmovups	%ymm5, (%r8,%r10)
	vmovups	%ymm3, 64(%r8,%r10)
	incq	%r11
	subq	$-128, %r10
	cmpq	$8, %r11
	jne	.LBB0_4
.LBB0_5:
	xorl	%r10d, %r10d
	xorl	%r11d, %r11d
	.p2align	4
.LBB0_6:
	cmpq	$5, %r11
	setb	%bl
	vmovd	%ebx, %xmm3
	vpbroadcastb	%xmm3, %xmm3
	vpmovzxwd	%xmm3, %ymm4
	vpslld	$31, %ymm4, %ymm4
	vmaskmovps	-96(%r9,%r10), %ymm4, %ymm5
	vblendvps	%ymm4, %ymm5, %ymm0, %ymm5
	vmaskmovps	-64(%r9,%r10), %ymm4, %ymm6
	vblendvps	%ymm4, %ymm6, %ymm0, %ymm4
	vpshufb	%ymm1, %ymm3, %ymm3
	vpslld	$31, %ymm3, %ymm3
	vmaskmovps	-32(%r9,%r10), %ymm3, %ymm6
	vblendvps	%ymm3, %ymm6, %ymm0, %ymm3
	vandps	%ymm2, %ymm5, %ymm5
	vandps	%ymm2, %ymm4, %ymm4
	vmovups	%ymm0, 96(%rsi,%r10)
	vmovups	%ymm4, 32(%rsi,%r10)
	vmovups	%ymm5, (%rsi,%r10)
	vandps	%ymm2, %ymm3, %ymm3
	vmovups	%ymm3, 64(%rsi,%r10)
	incq	%r11
	subq	$-128, %r10
	cmpq	$8, %r11
	jne	.LBB0_6
	incq	%rdx
	cmpq	%rcx, %rdx
	jne	.LBB0_2
	popq	%rbx
.LBB0_9:
	vzeroupper
	retq
.Lfunc_end0:
	.size	kernel, .Lfunc_end0-kernel

	.section	".note.GNU-stack","",@progbits
# tts-arena-bytes=1024
