	.file	"kernel"
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
.LCPI0_0:
	.short	0x7e00
	.zero	62
.LCPI0_1:
	.quad	56
	.quad	57
	.quad	58
	.quad	59
	.quad	60
	.quad	61
	.quad	62
	.quad	63
.LCPI0_2:
	.quad	48
	.quad	49
	.quad	50
	.quad	51
	.quad	52
	.quad	53
	.quad	54
	.quad	55
.LCPI0_3:
	.quad	40
	.quad	41
	.quad	42
	.quad	43
	.quad	44
	.quad	45
	.quad	46
	.quad	47
.LCPI0_4:
	.quad	32
	.quad	33
	.quad	34
	.quad	35
	.quad	36
	.quad	37
	.quad	38
	.quad	39
.LCPI0_5:
	.quad	24
	.quad	25
	.quad	26
	.quad	27
	.quad	28
	.quad	29
	.quad	30
	.quad	31
.LCPI0_6:
	.quad	16
	.quad	17
	.quad	18
	.quad	19
	.quad	20
	.quad	21
	.quad	22
	.quad	23
.LCPI0_7:
	.quad	8
	.quad	9
	.quad	10
	.quad	11
	.quad	12
	.quad	13
	.quad	14
	.quad	15
.LCPI0_8:
	.quad	0
	.quad	1
	.quad	2
	.quad	3
	.quad	4
	.quad	5
	.quad	6
	.quad	7
.LCPI0_9:
	.quad	112
	.quad	114
	.quad	116
	.quad	118
	.quad	120
	.quad	122
	.quad	124
	.quad	126
.LCPI0_10:
	.quad	96
	.quad	98
	.quad	100
	.quad	102
	.quad	104
	.quad	106
	.quad	108
	.quad	110
.LCPI0_11:
	.quad	80
	.quad	82
	.quad	84
	.quad	86
	.quad	88
	.quad	90
	.quad	92
	.quad	94
.LCPI0_12:
	.quad	64
	.quad	66
	.quad	68
	.quad	70
	.quad	72
	.quad	74
	.quad	76
	.quad	78
.LCPI0_13:
	.quad	48
	.quad	50
	.quad	52
	.quad	54
	.quad	56
	.quad	58
	.quad	60
	.quad	62
.LCPI0_14:
	.quad	32
	.quad	34
	.quad	36
	.quad	38
	.quad	40
	.quad	42
	.quad	44
	.quad	46
.LCPI0_15:
	.quad	16
	.quad	18
	.quad	20
	.quad	22
	.quad	24
	.quad	26
	.quad	28
	.quad	30
.LCPI0_16:
	.quad	0
	.quad	2
	.quad	4
	.quad	6
	.quad	8
	.quad	10
	.quad	12
	.quad	14
.LCPI0_17:
	.long	0
	.long	1
	.long	2
	.long	3
	.long	4
	.long	5
	.long	6
	.long	7
	.long	8
	.long	9
	.long	10
	.long	11
	.long	12
	.long	13
	.long	14
	.long	15
.LCPI0_18:
	.long	16
	.long	17
	.long	18
	.long	19
	.long	20
	.long	21
	.long	22
	.long	23
	.long	24
	.long	25
	.long	26
	.long	27
	.long	28
	.long	29
	.long	30
	.long	31
.LCPI0_19:
	.long	32
	.long	33
	.long	34
	.long	35
	.long	36
	.long	37
	.long	38
	.long	39
	.long	40
	.long	41
	.long	42
	.long	43
	.long	44
	.long	45
	.long	46
	.long	47
.LCPI0_20:
	.long	48
	.long	49
	.long	50
	.long	51
	.long	52
	.long	53
	.long	54
	.long	55
	.long	56
	.long	57
	.long	58
	.long	59
	.long	60
	.long	61
	.long	62
	.long	63
.LCPI0_21:
	.long	1
	.long	2
	.long	3
	.long	4
	.long	5
	.long	6
	.long	7
	.long	8
	.long	9
	.long	10
	.long	11
	.long	12
	.long	13
	.long	14
	.long	15
	.long	16
.LCPI0_22:
	.long	17
	.long	18
	.long	19
	.long	20
	.long	21
	.long	22
	.long	23
	.long	24
	.long	25
	.long	26
	.long	27
	.long	28
	.long	29
	.long	30
	.long	31
	.long	32
.LCPI0_23:
	.long	33
	.long	34
	.long	35
	.long	36
	.long	37
	.long	38
	.long	39
	.long	40
	.long	41
	.long	42
	.long	43
	.long	44
	.long	45
	.long	46
	.long	47
	.long	48
.LCPI0_24:
	.long	49
	.long	50
	.long	51
	.long	52
	.long	53
	.long	54
	.long	55
	.long	56
	.long	57
	.long	58
	.long	59
	.long	60
	.long	61
	.long	62
	.long	63
	.long	64
	.text
	.globl	matmul_kernel_tma
	.p2align	4
	.type	matmul_kernel_tma,@function
matmul_kernel_tma:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$2392, %rsp
	movq	%rdi, %rax
	movq	8(%rdi), %rdi
	movq	%rdi, 32(%rsp)
	movq	16(%rax), %rdi
	movq	%rdi, 152(%rsp)
	movq	24(%rax), %rdi
	movq	32(%rax), %r10
	movq	%r10, (%rsp)
	kmovb	40(%rax), %k1
	movq	%r8, -128(%rsp)
	movq	%rdx, %r10
	movl	264(%rax), %r11d
	movl	280(%rax), %r8d
	leal	127(%r11), %edx
	addl	$254, %r11d
	testl	%edx, %edx
	cmovnsl	%edx, %r11d
	movq	%r11, -96(%rsp)
	leal	63(%r8), %edx
	addl	$126, %r8d
	testl	%edx, %edx
	movl	%edx, -36(%rsp)
	cmovnsl	%edx, %r8d
	movq	%rcx, 80(%rsp)
	cmpq	%rcx, %r10
	jge	.LBB0_428
	movq	208(%rax), %rbx
	vpbroadcastq	%rbx, %zmm0
	vpmullq	.LCPI0_1(%rip), %zmm0, %zmm1
	movq	96(%rax), %r11
	vpmullq	.LCPI0_2(%rip), %zmm0, %zmm2
	movq	104(%rax), %rcx
	movq	%rcx, 144(%rsp)
	movq	112(%rax), %rbp
	vpmullq	.LCPI0_3(%rip), %zmm0, %zmm3
	movq	120(%rax), %rcx
	movq	%rcx, -64(%rsp)
	movq	176(%rax), %rcx
	movq	%rcx, 64(%rsp)
	vpmullq	.LCPI0_4(%rip), %zmm0, %zmm4
	movq	184(%rax), %rcx
	movq	%rcx, 56(%rsp)
	movq	192(%rax), %rcx
	movq	%rcx, 48(%rsp)
	vpmullq	.LCPI0_5(%rip), %zmm0, %zmm5
	movq	200(%rax), %rcx
	movq	%rcx, -8(%rsp)
	movq	(%r9), %rcx
	movq	%rcx, 136(%rsp)
	vpmullq	.LCPI0_6(%rip), %zmm0, %zmm6
	movq	-96(%rsp), %rcx
	sarl	$7, %ecx
	movq	%rcx, -96(%rsp)
	movl	%r8d, %edx
	sarl	$6, %edx
	vpmullq	.LCPI0_7(%rip), %zmm0, %zmm7
	sarl	$31, %r8d
	andnl	%edx, %r8d, %r14d
	vpmullq	.LCPI0_8(%rip), %zmm0, %zmm8
	vmovsh	.LCPI0_0(%rip), %xmm0
	vmovsh	%xmm0, %xmm0, %xmm0 {%k1} {z}
	vpbroadcastw	%xmm0, %zmm0
	movq	(%rsp), %rcx
	vpbroadcastq	%rcx, %zmm9
	movl	272(%rax), %ecx
	leal	127(%rcx), %edx
	addl	$254, %ecx
	testl	%edx, %edx
	cmovsl	%ecx, %edx
	sarl	$7, %edx
	shll	$3, %edx
	movl	(%rsi), %esi
	kmovb	128(%rax), %k1
	cmpl	$1, %esi
	vpbroadcastq	(%rax), %zmm10
	vpbroadcastq	88(%rax), %zmm11
	movl	%esi, -44(%rsp)
	movl	%esi, %eax
	adcl	$0, %eax
	movq	%rax, -32(%rsp)
	movq	%rcx, 40(%rsp)
	cmpl	$255, %ecx
	movl	$1, %eax
	cmovbl	%eax, %edx
	movl	%edx, -40(%rsp)
	vmovdqa64	.LCPI0_9(%rip), %zmm12
	vpmullq	%zmm12, %zmm9, %zmm13
	vpaddq	%zmm13, %zmm10, %zmm13
	vmovdqu64	%zmm13, 784(%rsp)
	vmovdqa64	.LCPI0_10(%rip), %zmm13
	vpmullq	%zmm13, %zmm9, %zmm14
	vpaddq	%zmm14, %zmm10, %zmm14
	vmovdqu64	%zmm14, 720(%rsp)
	vmovdqa64	.LCPI0_11(%rip), %zmm14
	vpmullq	%zmm14, %zmm9, %zmm15
	vpaddq	%zmm15, %zmm10, %zmm15
	vmovdqu64	%zmm15, 656(%rsp)
	vmovdqa64	.LCPI0_12(%rip), %zmm15
	vpmullq	%zmm15, %zmm9, %zmm16
	vpaddq	%zmm16, %zmm10, %zmm16
	vmovdqu64	%zmm16, 592(%rsp)
	vmovdqa64	.LCPI0_13(%rip), %zmm16
	vpmullq	%zmm16, %zmm9, %zmm17
	vpaddq	%zmm17, %zmm10, %zmm17
	vmovdqu64	%zmm17, 528(%rsp)
	vmovdqa64	.LCPI0_14(%rip), %zmm17
	vpmullq	%zmm17, %zmm9, %zmm18
	vpaddq	%zmm18, %zmm10, %zmm18
	vmovdqu64	%zmm18, 464(%rsp)
	vmovdqa64	.LCPI0_15(%rip), %zmm19
	vpmullq	%zmm19, %zmm9, %zmm18
	vpaddq	%zmm18, %zmm10, %zmm18
	vmovdqu64	%zmm18, 400(%rsp)
	vmovdqa64	.LCPI0_16(%rip), %zmm20
	vpmullq	%zmm20, %zmm9, %zmm9
	vpaddq	%zmm9, %zmm10, %zmm9
	vmovdqu64	%zmm9, 336(%rsp)
	vmovsh	.LCPI0_0(%rip), %xmm9
	vmovsh	%xmm9, %xmm0, %xmm9 {%k1} {z}
	vpbroadcastq	%rbp, %zmm10
	vpmullq	%zmm12, %zmm10, %zmm12
	vpbroadcastw	%xmm9, %zmm18
	vpaddq	%zmm12, %zmm11, %zmm21
	vpmullq	%zmm13, %zmm10, %zmm9
	vpaddq	%zmm9, %zmm11, %zmm9
	vmovdqu64	%zmm9, 1808(%rsp)
	vpmullq	%zmm14, %zmm10, %zmm9
	vpmullq	%zmm15, %zmm10, %zmm12
	vpaddq	%zmm9, %zmm11, %zmm9
	vmovdqu64	%zmm9, 1744(%rsp)
	vpaddq	%zmm12, %zmm11, %zmm9
	vmovdqu64	%zmm9, 1680(%rsp)
	vpmullq	%zmm16, %zmm10, %zmm9
	vpaddq	%zmm9, %zmm11, %zmm9
	vmovdqu64	%zmm9, 1616(%rsp)
	vpmullq	%zmm17, %zmm10, %zmm9
	vpmullq	%zmm19, %zmm10, %zmm12
	vpaddq	%zmm9, %zmm11, %zmm9
	vmovdqu64	%zmm9, 1552(%rsp)
	vpaddq	%zmm12, %zmm11, %zmm9
	vmovdqu64	%zmm9, 1488(%rsp)
	vpmullq	%zmm20, %zmm10, %zmm9
	vpaddq	%zmm9, %zmm11, %zmm9
	vmovdqu64	%zmm9, 1424(%rsp)
	movq	%rbp, -72(%rsp)
	shlq	$6, %rbp
	movq	%rbx, 72(%rsp)
	shlq	$6, %rbx
	movq	%rbx, 192(%rsp)
	vpxor	%xmm9, %xmm9, %xmm9
	vpaddq	%zmm6, %zmm6, %zmm6
	vmovdqu64	%zmm6, 1296(%rsp)
	vpaddq	%zmm7, %zmm7, %zmm6
	vmovdqu64	%zmm6, 1232(%rsp)
	vpaddq	%zmm8, %zmm8, %zmm6
	vmovdqu64	%zmm6, 1168(%rsp)
	vpaddq	%zmm5, %zmm5, %zmm5
	vmovdqu64	%zmm5, 1104(%rsp)
	vpaddq	%zmm4, %zmm4, %zmm4
	vmovdqu64	%zmm4, 1040(%rsp)
	vpaddq	%zmm3, %zmm3, %zmm3
	vmovdqu64	%zmm3, 976(%rsp)
	vpaddq	%zmm2, %zmm2, %zmm2
	vmovdqu64	%zmm2, 912(%rsp)
	vmovdqa64	.LCPI0_17(%rip), %zmm26
	vmovdqa64	.LCPI0_18(%rip), %zmm27
	vmovdqa64	.LCPI0_19(%rip), %zmm28
	vmovdqa64	.LCPI0_20(%rip), %zmm29
	vpaddq	%zmm1, %zmm1, %zmm1
	vmovdqu64	%zmm1, 848(%rsp)
	vmovdqa64	.LCPI0_21(%rip), %zmm31
	movq	-128(%rsp), %rax
	leaq	65536(%rax), %rcx
	movq	%rcx, 104(%rsp)
	leaq	131136(%rax), %rcx
	movq	%rcx, 96(%rsp)
	leaq	66316(%rax), %rcx
	movq	%rcx, 184(%rsp)
	leaq	132096(%rax), %rax
	movq	%rax, 112(%rsp)
	movl	$64, %r13d
	movl	$1073741824, %r9d
	movl	$-2147483648, %esi
	vmovdqa64	.LCPI0_22(%rip), %zmm1
	vmovdqa64	.LCPI0_23(%rip), %zmm2
	vmovdqa64	.LCPI0_24(%rip), %zmm3
	movq	%rdi, 8(%rsp)
	movq	%r14, -56(%rsp)
	vmovdqu64	%zmm21, 1360(%rsp)
	jmp	.LBB0_2
	.p2align	4
.LBB0_427:
	movq	88(%rsp), %r10
	incq	%r10
	cmpq	80(%rsp), %r10
	movq	-56(%rsp), %r14
	vmovups	208(%rsp), %zmm0
	vpxor	%xmm9, %xmm9, %xmm9
	je	.LBB0_428
.LBB0_2:
	movq	-128(%rsp), %rax
	xorl	%ecx, %ecx
	.p2align	4
.LBB0_3:
	movq	$-32, %rdx
	.p2align	4
.LBB0_4:
	vmovdqu64	%zmm9, 192(%rax,%rdx,4)
	vmovdqu64	%zmm9, 128(%rax,%rdx,4)
	addq	$32, %rdx
	cmpq	$96, %rdx
	jb	.LBB0_4
	incq	%rcx
	addq	$512, %rax
	cmpq	$128, %rcx
	jne	.LBB0_3
	movq	%r10, %rax
	shrq	$32, %rax
	je	.LBB0_7
	movq	%r10, %rax
	xorl	%edx, %edx
	divq	-32(%rsp)
	movq	%rdx, %r12
	jmp	.LBB0_9
	.p2align	4
.LBB0_7:
	movl	%r10d, %eax
	xorl	%edx, %edx
	divl	-32(%rsp)
	movl	%edx, %r12d
.LBB0_9:
	vmovups	%zmm0, 208(%rsp)
	movq	%r10, 88(%rsp)
	movl	-44(%rsp), %eax
	testl	%eax, %eax
	cmovel	%eax, %r12d
	movl	%r12d, %eax
	cltd
	idivl	-40(%rsp)
	movl	%eax, %r15d
	shll	$3, %r15d
	cmpl	$255, 40(%rsp)
	movl	$0, %ebx
	cmovbl	%ebx, %r15d
	cmovbl	%ebx, %edx
	movq	-96(%rsp), %r8
	movl	%r8d, %eax
	subl	%r15d, %eax
	cmpl	$8, %eax
	movl	$8, %ecx
	cmovgel	%ecx, %eax
	cmpl	%r15d, %r8d
	movl	$1, %r10d
	cmovel	%r10d, %eax
	movl	%r12d, %ecx
	negl	%ecx
	movl	%eax, %ecx
	cmovol	%r10d, %ecx
	movl	%edx, %edi
	negl	%edi
	movl	%eax, %edi
	cmovol	%r10d, %edi
	cmpl	$-1, %eax
	cmovnel	%eax, %ecx
	cmovnel	%eax, %edi
	movl	%edx, %eax
	cltd
	idivl	%edi
	movl	%eax, %edi
	shll	$7, %edi
	cmpl	%r15d, %r8d
	cmovel	%ebx, %edi
	movl	%r12d, %eax
	cltd
	idivl	%ecx
	cmpl	%r15d, %r8d
	cmovel	%ebx, %edx
	addl	%r15d, %edx
	shll	$7, %edx
	movslq	%edx, %r12
	movq	%r12, -24(%rsp)
	negq	%r12
	movslq	%edi, %rax
	movq	%rax, -16(%rsp)
	negq	%rax
	movq	%rax, -104(%rsp)
	cmpl	$64, -36(%rsp)
	movq	%r12, -80(%rsp)
	jge	.LBB0_10
.LBB0_295:
	movq	-8(%rsp), %rcx
	movq	-24(%rsp), %rdx
	imulq	%rdx, %rcx
	movq	56(%rsp), %rax
	subq	%rdx, %rax
	movq	-16(%rsp), %rdi
	imulq	72(%rsp), %rdi
	movq	64(%rsp), %rdx
	leaq	(%rdx,%rcx,2), %rcx
	leaq	(%rcx,%rdi,2), %rcx
	vpbroadcastq	%rcx, %zmm0
	vpaddq	1296(%rsp), %zmm0, %zmm4
	vmovdqu64	%zmm4, 272(%rsp)
	vpaddq	1232(%rsp), %zmm0, %zmm5
	vpaddq	1168(%rsp), %zmm0, %zmm6
	vpaddq	1104(%rsp), %zmm0, %zmm8
	vpaddq	1040(%rsp), %zmm0, %zmm9
	vpaddq	976(%rsp), %zmm0, %zmm10
	vpaddq	912(%rsp), %zmm0, %zmm11
	vpaddq	848(%rsp), %zmm0, %zmm12
	movq	-128(%rsp), %rcx
	xorl	%edx, %edx
	movq	48(%rsp), %rbx
	jmp	.LBB0_296
	.p2align	4
.LBB0_426:
	incq	%rdx
	addq	$512, %rcx
	cmpq	$128, %rdx
	movq	-80(%rsp), %r12
	je	.LBB0_427
.LBB0_296:
	movq	%rdx, %rdi
	imulq	-8(%rsp), %rdi
	cmpq	%rax, %rdx
	setl	%r8b
	cmpq	%r12, %rdx
	setge	%r10b
	andb	%r8b, %r10b
	movzbl	%r10b, %r8d
	negq	%r8
	kmovq	%r8, %k0
	vpbroadcastq	%rdi, %zmm0
	vpaddq	%zmm0, %zmm0, %zmm0
	vpaddq	%zmm0, %zmm8, %zmm13
	vpaddq	272(%rsp), %zmm0, %zmm14
	vpaddq	%zmm0, %zmm5, %zmm15
	vpaddq	%zmm0, %zmm6, %zmm16
	vpaddq	%zmm0, %zmm9, %zmm17
	vpaddq	%zmm0, %zmm10, %zmm19
	vpaddq	%zmm0, %zmm11, %zmm20
	vpaddq	%zmm0, %zmm12, %zmm21
	movq	-104(%rsp), %r8
	xorl	%r14d, %r14d
	xorl	%r15d, %r15d
	jmp	.LBB0_297
	.p2align	4
.LBB0_425:
	addq	$64, %r15
	addq	192(%rsp), %r14
	addq	$-64, %r8
	cmpq	$64, %r15
	jne	.LBB0_426
.LBB0_297:
	vcvtps2phx	192(%rcx,%r15,4), %ymm7
	vcvtps2phx	128(%rcx,%r15,4), %ymm23
	vcvtps2phx	64(%rcx,%r15,4), %ymm0
	vcvtps2phx	(%rcx,%r15,4), %ymm4
	vinsertf64x4	$1, %ymm0, %zmm4, %zmm24
	leaq	(%rbx,%r8), %rdi
	movq	%rdi, %r10
	sarq	$63, %r10
	andnq	%rdi, %r10, %rdi
	cmpq	$64, %rdi
	cmovgeq	%r13, %rdi
	vpbroadcastd	%edi, %zmm0
	vpcmpgtd	%zmm26, %zmm0, %k1
	vpcmpgtd	%zmm27, %zmm0, %k2
	kunpckwd	%k1, %k2, %k1
	vpcmpgtd	%zmm28, %zmm0, %k2
	vpcmpgtd	%zmm29, %zmm0, %k3
	kunpckwd	%k2, %k3, %k2
	kunpckdq	%k1, %k2, %k1
	movq	%r8, %rdi
	sarq	$63, %rdi
	andnq	%r8, %rdi, %rdi
	cmpq	$64, %rdi
	cmovgeq	%r13, %rdi
	vpbroadcastd	%edi, %zmm0
	vpcmpltd	%zmm31, %zmm0, %k2
	vpcmpltd	%zmm1, %zmm0, %k3
	kunpckwd	%k2, %k3, %k2
	vpcmpltd	%zmm2, %zmm0, %k3
	vpcmpltd	%zmm3, %zmm0, %k4
	kunpckwd	%k3, %k4, %k3
	kunpckdq	%k2, %k3, %k2
	kandq	%k0, %k2, %k2
	kandq	%k2, %k1, %k1
	vpbroadcastq	%r14, %zmm0
	vpaddq	%zmm0, %zmm0, %zmm22
	vpaddq	%zmm22, %zmm16, %zmm25
	kmovq	%k1, %r12
	testb	$1, %r12b
	jne	.LBB0_298
	testb	$2, %r12b
	jne	.LBB0_300
.LBB0_301:
	testb	$4, %r12b
	jne	.LBB0_302
.LBB0_303:
	testb	$8, %r12b
	jne	.LBB0_304
.LBB0_305:
	vextracti32x4	$2, %zmm25, %xmm30
	testb	$16, %r12b
	jne	.LBB0_306
.LBB0_307:
	testb	$32, %r12b
	jne	.LBB0_308
.LBB0_309:
	vextracti32x4	$3, %zmm25, %xmm25
	testb	$64, %r12b
	jne	.LBB0_310
.LBB0_311:
	testb	%r12b, %r12b
	js	.LBB0_312
.LBB0_313:
	vpaddq	%zmm22, %zmm15, %zmm25
	testl	$256, %r12d
	jne	.LBB0_314
.LBB0_315:
	testl	$512, %r12d
	jne	.LBB0_316
.LBB0_317:
	testl	$1024, %r12d
	jne	.LBB0_318
.LBB0_319:
	testl	$2048, %r12d
	jne	.LBB0_320
.LBB0_321:
	vextracti32x4	$2, %zmm25, %xmm30
	testl	$4096, %r12d
	jne	.LBB0_322
.LBB0_323:
	testl	$8192, %r12d
	jne	.LBB0_324
.LBB0_325:
	vextracti32x4	$3, %zmm25, %xmm25
	testl	$16384, %r12d
	jne	.LBB0_326
.LBB0_327:
	testw	%r12w, %r12w
	js	.LBB0_328
.LBB0_329:
	vpaddq	%zmm22, %zmm14, %zmm30
	vextractf32x4	$2, %zmm24, %xmm25
	testl	$65536, %r12d
	jne	.LBB0_330
.LBB0_331:
	testl	$131072, %r12d
	jne	.LBB0_332
.LBB0_333:
	testl	$262144, %r12d
	jne	.LBB0_334
.LBB0_335:
	testl	$524288, %r12d
	jne	.LBB0_336
.LBB0_337:
	vextracti32x4	$2, %zmm30, %xmm4
	testl	$1048576, %r12d
	jne	.LBB0_338
.LBB0_339:
	testl	$2097152, %r12d
	jne	.LBB0_340
.LBB0_341:
	vextracti32x4	$3, %zmm30, %xmm30
	testl	$4194304, %r12d
	jne	.LBB0_342
.LBB0_343:
	testl	$8388608, %r12d
	jne	.LBB0_344
.LBB0_345:
	vpaddq	%zmm22, %zmm13, %zmm25
	vextractf32x4	$3, %zmm24, %xmm24
	testl	$16777216, %r12d
	jne	.LBB0_346
.LBB0_347:
	testl	$33554432, %r12d
	jne	.LBB0_348
.LBB0_349:
	testl	$67108864, %r12d
	jne	.LBB0_350
.LBB0_351:
	testl	$134217728, %r12d
	jne	.LBB0_352
.LBB0_353:
	vextracti32x4	$2, %zmm25, %xmm30
	testl	$268435456, %r12d
	jne	.LBB0_354
.LBB0_355:
	testl	$536870912, %r12d
	jne	.LBB0_356
.LBB0_357:
	vextracti32x4	$3, %zmm25, %xmm25
	testl	$1073741824, %r12d
	jne	.LBB0_358
.LBB0_359:
	testl	%r12d, %r12d
	js	.LBB0_360
.LBB0_361:
	vinsertf64x4	$1, %ymm7, %zmm23, %zmm7
	vpaddq	%zmm22, %zmm17, %zmm23
	btq	$32, %r12
	jb	.LBB0_362
.LBB0_363:
	btq	$33, %r12
	jb	.LBB0_364
.LBB0_365:
	btq	$34, %r12
	jb	.LBB0_366
.LBB0_367:
	btq	$35, %r12
	jb	.LBB0_368
.LBB0_369:
	btq	$36, %r12
	vextracti32x4	$2, %zmm23, %xmm24
	jb	.LBB0_370
.LBB0_371:
	btq	$37, %r12
	jb	.LBB0_372
.LBB0_373:
	btq	$38, %r12
	vextracti32x4	$3, %zmm23, %xmm23
	jb	.LBB0_374
.LBB0_375:
	btq	$39, %r12
	jb	.LBB0_376
.LBB0_377:
	vpaddq	%zmm22, %zmm19, %zmm23
	btq	$40, %r12
	jb	.LBB0_378
.LBB0_379:
	btq	$41, %r12
	jb	.LBB0_380
.LBB0_381:
	btq	$42, %r12
	jb	.LBB0_382
.LBB0_383:
	btq	$43, %r12
	jb	.LBB0_384
.LBB0_385:
	btq	$44, %r12
	vextracti32x4	$2, %zmm23, %xmm24
	jb	.LBB0_386
.LBB0_387:
	btq	$45, %r12
	jb	.LBB0_388
.LBB0_389:
	btq	$46, %r12
	vextracti32x4	$3, %zmm23, %xmm23
	jb	.LBB0_390
.LBB0_391:
	btq	$47, %r12
	jb	.LBB0_392
.LBB0_393:
	vpaddq	%zmm22, %zmm20, %zmm24
	btq	$48, %r12
	vextractf32x4	$2, %zmm7, %xmm23
	jb	.LBB0_394
.LBB0_395:
	btq	$49, %r12
	jb	.LBB0_396
.LBB0_397:
	btq	$50, %r12
	jb	.LBB0_398
.LBB0_399:
	btq	$51, %r12
	jb	.LBB0_400
.LBB0_401:
	btq	$52, %r12
	vextracti32x4	$2, %zmm24, %xmm4
	jb	.LBB0_402
.LBB0_403:
	btq	$53, %r12
	jb	.LBB0_404
.LBB0_405:
	btq	$54, %r12
	vextracti32x4	$3, %zmm24, %xmm4
	jb	.LBB0_406
.LBB0_407:
	btq	$55, %r12
	jb	.LBB0_408
.LBB0_409:
	vpaddq	%zmm22, %zmm21, %zmm22
	btq	$56, %r12
	vextractf32x4	$3, %zmm7, %xmm7
	jb	.LBB0_410
.LBB0_411:
	btq	$57, %r12
	jb	.LBB0_412
.LBB0_413:
	btq	$58, %r12
	jb	.LBB0_414
.LBB0_415:
	btq	$59, %r12
	jb	.LBB0_416
.LBB0_417:
	btq	$60, %r12
	vextracti32x4	$2, %zmm22, %xmm4
	jb	.LBB0_418
.LBB0_419:
	btq	$61, %r12
	jb	.LBB0_420
.LBB0_421:
	btq	$62, %r12
	vextracti32x4	$3, %zmm22, %xmm4
	jb	.LBB0_422
.LBB0_423:
	btq	$63, %r12
	jae	.LBB0_425
	jmp	.LBB0_424
	.p2align	4
.LBB0_298:
	vmovq	%xmm25, %rdi
	vmovsh	%xmm24, (%rdi)
	testb	$2, %r12b
	je	.LBB0_301
.LBB0_300:
	vpsrld	$16, %xmm24, %xmm0
	vpextrq	$1, %xmm25, %rdi
	vmovsh	%xmm0, (%rdi)
	testb	$4, %r12b
	je	.LBB0_303
.LBB0_302:
	vmovshdup	%xmm24, %xmm0
	vextracti32x4	$1, %ymm25, %xmm4
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	testb	$8, %r12b
	je	.LBB0_305
.LBB0_304:
	vpsrlq	$48, %xmm24, %xmm0
	vextracti32x4	$1, %ymm25, %xmm4
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	vextracti32x4	$2, %zmm25, %xmm30
	testb	$16, %r12b
	je	.LBB0_307
.LBB0_306:
	vshufpd	$1, %xmm24, %xmm24, %xmm0
	vmovq	%xmm30, %rdi
	vmovsh	%xmm0, (%rdi)
	testb	$32, %r12b
	je	.LBB0_309
.LBB0_308:
	vpsrldq	$10, %xmm24, %xmm0
	vpextrq	$1, %xmm30, %rdi
	vmovsh	%xmm0, (%rdi)
	vextracti32x4	$3, %zmm25, %xmm25
	testb	$64, %r12b
	je	.LBB0_311
.LBB0_310:
	vshufps	$255, %xmm24, %xmm24, %xmm0
	vmovq	%xmm25, %rdi
	vmovsh	%xmm0, (%rdi)
	testb	%r12b, %r12b
	jns	.LBB0_313
.LBB0_312:
	vpsrldq	$14, %xmm24, %xmm0
	vpextrq	$1, %xmm25, %rdi
	vmovsh	%xmm0, (%rdi)
	vpaddq	%zmm22, %zmm15, %zmm25
	testl	$256, %r12d
	je	.LBB0_315
.LBB0_314:
	vextractf32x4	$1, %ymm24, %xmm0
	vmovq	%xmm25, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	$512, %r12d
	je	.LBB0_317
.LBB0_316:
	vextracti32x4	$1, %ymm24, %xmm0
	vpsrld	$16, %xmm0, %xmm0
	vpextrq	$1, %xmm25, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	$1024, %r12d
	je	.LBB0_319
.LBB0_318:
	vextractf32x4	$1, %ymm24, %xmm0
	vmovshdup	%xmm0, %xmm0
	vextracti32x4	$1, %ymm25, %xmm4
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	$2048, %r12d
	je	.LBB0_321
.LBB0_320:
	vextracti32x4	$1, %ymm24, %xmm0
	vpsrlq	$48, %xmm0, %xmm0
	vextracti32x4	$1, %ymm25, %xmm4
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	vextracti32x4	$2, %zmm25, %xmm30
	testl	$4096, %r12d
	je	.LBB0_323
.LBB0_322:
	vextractf32x4	$1, %ymm24, %xmm0
	vshufpd	$1, %xmm0, %xmm0, %xmm0
	vmovq	%xmm30, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	$8192, %r12d
	je	.LBB0_325
.LBB0_324:
	vextractf32x4	$1, %ymm24, %xmm0
	vpsrldq	$10, %xmm0, %xmm0
	vpextrq	$1, %xmm30, %rdi
	vmovsh	%xmm0, (%rdi)
	vextracti32x4	$3, %zmm25, %xmm25
	testl	$16384, %r12d
	je	.LBB0_327
.LBB0_326:
	vextractf32x4	$1, %ymm24, %xmm0
	vshufps	$255, %xmm0, %xmm0, %xmm0
	vmovq	%xmm25, %rdi
	vmovsh	%xmm0, (%rdi)
	testw	%r12w, %r12w
	jns	.LBB0_329
.LBB0_328:
	vextractf32x4	$1, %ymm24, %xmm0
	vpsrldq	$14, %xmm0, %xmm0
	vpextrq	$1, %xmm25, %rdi
	vmovsh	%xmm0, (%rdi)
	vpaddq	%zmm22, %zmm14, %zmm30
	vextractf32x4	$2, %zmm24, %xmm25
	testl	$65536, %r12d
	je	.LBB0_331
.LBB0_330:
	vmovq	%xmm30, %rdi
	vmovsh	%xmm25, (%rdi)
	testl	$131072, %r12d
	je	.LBB0_333
.LBB0_332:
	vpsrld	$16, %xmm25, %xmm0
	vpextrq	$1, %xmm30, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	$262144, %r12d
	je	.LBB0_335
.LBB0_334:
	vmovshdup	%xmm25, %xmm0
	vextracti32x4	$1, %ymm30, %xmm4
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	$524288, %r12d
	je	.LBB0_337
.LBB0_336:
	vpsrlq	$48, %xmm25, %xmm0
	vextracti32x4	$1, %ymm30, %xmm4
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	vextracti32x4	$2, %zmm30, %xmm4
	testl	$1048576, %r12d
	je	.LBB0_339
.LBB0_338:
	vshufpd	$1, %xmm25, %xmm25, %xmm0
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	$2097152, %r12d
	je	.LBB0_341
.LBB0_340:
	vpsrldq	$10, %xmm25, %xmm0
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	vextracti32x4	$3, %zmm30, %xmm30
	testl	$4194304, %r12d
	je	.LBB0_343
.LBB0_342:
	vshufps	$255, %xmm25, %xmm25, %xmm0
	vmovq	%xmm30, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	$8388608, %r12d
	je	.LBB0_345
.LBB0_344:
	vpsrldq	$14, %xmm25, %xmm0
	vpextrq	$1, %xmm30, %rdi
	vmovsh	%xmm0, (%rdi)
	vpaddq	%zmm22, %zmm13, %zmm25
	vextractf32x4	$3, %zmm24, %xmm24
	testl	$16777216, %r12d
	je	.LBB0_347
.LBB0_346:
	vmovq	%xmm25, %rdi
	vmovsh	%xmm24, (%rdi)
	testl	$33554432, %r12d
	je	.LBB0_349
.LBB0_348:
	vpsrld	$16, %xmm24, %xmm0
	vpextrq	$1, %xmm25, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	$67108864, %r12d
	je	.LBB0_351
.LBB0_350:
	vmovshdup	%xmm24, %xmm0
	vextracti32x4	$1, %ymm25, %xmm4
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	$134217728, %r12d
	je	.LBB0_353
.LBB0_352:
	vpsrlq	$48, %xmm24, %xmm0
	vextracti32x4	$1, %ymm25, %xmm4
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	vextracti32x4	$2, %zmm25, %xmm30
	testl	$268435456, %r12d
	je	.LBB0_355
.LBB0_354:
	vshufpd	$1, %xmm24, %xmm24, %xmm0
	vmovq	%xmm30, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	$536870912, %r12d
	je	.LBB0_357
.LBB0_356:
	vpsrldq	$10, %xmm24, %xmm0
	vpextrq	$1, %xmm30, %rdi
	vmovsh	%xmm0, (%rdi)
	vextracti32x4	$3, %zmm25, %xmm25
	testl	$1073741824, %r12d
	je	.LBB0_359
.LBB0_358:
	vshufps	$255, %xmm24, %xmm24, %xmm0
	vmovq	%xmm25, %rdi
	vmovsh	%xmm0, (%rdi)
	testl	%r12d, %r12d
	jns	.LBB0_361
.LBB0_360:
	vpsrldq	$14, %xmm24, %xmm0
	vpextrq	$1, %xmm25, %rdi
	vmovsh	%xmm0, (%rdi)
	vinsertf64x4	$1, %ymm7, %zmm23, %zmm7
	vpaddq	%zmm22, %zmm17, %zmm23
	btq	$32, %r12
	jae	.LBB0_363
.LBB0_362:
	vmovq	%xmm23, %rdi
	vmovsh	%xmm7, (%rdi)
	btq	$33, %r12
	jae	.LBB0_365
.LBB0_364:
	vpsrld	$16, %xmm7, %xmm0
	vpextrq	$1, %xmm23, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$34, %r12
	jae	.LBB0_367
.LBB0_366:
	vmovshdup	%xmm7, %xmm0
	vextracti32x4	$1, %ymm23, %xmm4
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$35, %r12
	jae	.LBB0_369
.LBB0_368:
	vpsrlq	$48, %xmm7, %xmm0
	vextracti32x4	$1, %ymm23, %xmm4
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$36, %r12
	vextracti32x4	$2, %zmm23, %xmm24
	jae	.LBB0_371
.LBB0_370:
	vshufpd	$1, %xmm7, %xmm7, %xmm0
	vmovq	%xmm24, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$37, %r12
	jae	.LBB0_373
.LBB0_372:
	vpsrldq	$10, %xmm7, %xmm0
	vpextrq	$1, %xmm24, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$38, %r12
	vextracti32x4	$3, %zmm23, %xmm23
	jae	.LBB0_375
.LBB0_374:
	vshufps	$255, %xmm7, %xmm7, %xmm0
	vmovq	%xmm23, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$39, %r12
	jae	.LBB0_377
.LBB0_376:
	vpsrldq	$14, %xmm7, %xmm0
	vpextrq	$1, %xmm23, %rdi
	vmovsh	%xmm0, (%rdi)
	vpaddq	%zmm22, %zmm19, %zmm23
	btq	$40, %r12
	jae	.LBB0_379
.LBB0_378:
	vextractf128	$1, %ymm7, %xmm0
	vmovq	%xmm23, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$41, %r12
	jae	.LBB0_381
.LBB0_380:
	vextracti128	$1, %ymm7, %xmm0
	vpsrld	$16, %xmm0, %xmm0
	vpextrq	$1, %xmm23, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$42, %r12
	jae	.LBB0_383
.LBB0_382:
	vextractf128	$1, %ymm7, %xmm0
	vmovshdup	%xmm0, %xmm0
	vextracti32x4	$1, %ymm23, %xmm4
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$43, %r12
	jae	.LBB0_385
.LBB0_384:
	vextracti128	$1, %ymm7, %xmm0
	vpsrlq	$48, %xmm0, %xmm0
	vextracti32x4	$1, %ymm23, %xmm4
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$44, %r12
	vextracti32x4	$2, %zmm23, %xmm24
	jae	.LBB0_387
.LBB0_386:
	vextractf128	$1, %ymm7, %xmm0
	vshufpd	$1, %xmm0, %xmm0, %xmm0
	vmovq	%xmm24, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$45, %r12
	jae	.LBB0_389
.LBB0_388:
	vextractf128	$1, %ymm7, %xmm0
	vpsrldq	$10, %xmm0, %xmm0
	vpextrq	$1, %xmm24, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$46, %r12
	vextracti32x4	$3, %zmm23, %xmm23
	jae	.LBB0_391
.LBB0_390:
	vextractf128	$1, %ymm7, %xmm0
	vshufps	$255, %xmm0, %xmm0, %xmm0
	vmovq	%xmm23, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$47, %r12
	jae	.LBB0_393
.LBB0_392:
	vextractf128	$1, %ymm7, %xmm0
	vpsrldq	$14, %xmm0, %xmm0
	vpextrq	$1, %xmm23, %rdi
	vmovsh	%xmm0, (%rdi)
	vpaddq	%zmm22, %zmm20, %zmm24
	btq	$48, %r12
	vextractf32x4	$2, %zmm7, %xmm23
	jae	.LBB0_395
.LBB0_394:
	vmovq	%xmm24, %rdi
	vmovsh	%xmm23, (%rdi)
	btq	$49, %r12
	jae	.LBB0_397
.LBB0_396:
	vpsrld	$16, %xmm23, %xmm0
	vpextrq	$1, %xmm24, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$50, %r12
	jae	.LBB0_399
.LBB0_398:
	vmovshdup	%xmm23, %xmm0
	vextracti32x4	$1, %ymm24, %xmm4
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$51, %r12
	jae	.LBB0_401
.LBB0_400:
	vpsrlq	$48, %xmm23, %xmm0
	vextracti32x4	$1, %ymm24, %xmm4
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$52, %r12
	vextracti32x4	$2, %zmm24, %xmm4
	jae	.LBB0_403
.LBB0_402:
	vshufpd	$1, %xmm23, %xmm23, %xmm0
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$53, %r12
	jae	.LBB0_405
.LBB0_404:
	vpsrldq	$10, %xmm23, %xmm0
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$54, %r12
	vextracti32x4	$3, %zmm24, %xmm4
	jae	.LBB0_407
.LBB0_406:
	vshufps	$255, %xmm23, %xmm23, %xmm0
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$55, %r12
	jae	.LBB0_409
.LBB0_408:
	vpsrldq	$14, %xmm23, %xmm0
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	vpaddq	%zmm22, %zmm21, %zmm22
	btq	$56, %r12
	vextractf32x4	$3, %zmm7, %xmm7
	jae	.LBB0_411
.LBB0_410:
	vmovq	%xmm22, %rdi
	vmovsh	%xmm7, (%rdi)
	btq	$57, %r12
	jae	.LBB0_413
.LBB0_412:
	vpsrld	$16, %xmm7, %xmm0
	vpextrq	$1, %xmm22, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$58, %r12
	jae	.LBB0_415
.LBB0_414:
	vmovshdup	%xmm7, %xmm0
	vextracti32x4	$1, %ymm22, %xmm4
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$59, %r12
	jae	.LBB0_417
.LBB0_416:
	vpsrlq	$48, %xmm7, %xmm0
	vextracti32x4	$1, %ymm22, %xmm4
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$60, %r12
	vextracti32x4	$2, %zmm22, %xmm4
	jae	.LBB0_419
.LBB0_418:
	vshufpd	$1, %xmm7, %xmm7, %xmm0
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$61, %r12
	jae	.LBB0_421
.LBB0_420:
	vpsrldq	$10, %xmm7, %xmm0
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$62, %r12
	vextracti32x4	$3, %zmm22, %xmm4
	jae	.LBB0_423
.LBB0_422:
	vshufps	$255, %xmm7, %xmm7, %xmm0
	vmovq	%xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	btq	$63, %r12
	jae	.LBB0_425
.LBB0_424:
	vpsrldq	$14, %xmm7, %xmm0
	vpextrq	$1, %xmm4, %rdi
	vmovsh	%xmm0, (%rdi)
	jmp	.LBB0_425
	.p2align	4
.LBB0_10:
	movq	32(%rsp), %rax
	movq	-24(%rsp), %rcx
	subq	%rcx, %rax
	movq	%rax, 200(%rsp)
	movq	-72(%rsp), %rdx
	movq	-16(%rsp), %rax
	imulq	%rax, %rdx
	movq	%rdx, 160(%rsp)
	movq	%r11, %rdx
	subq	%rax, %rdx
	movq	%rdx, 24(%rsp)
	movq	8(%rsp), %rax
	imulq	%rcx, %rax
	vpbroadcastq	%rax, %zmm4
	vpaddq	%zmm4, %zmm4, %zmm4
	vpaddq	528(%rsp), %zmm4, %zmm0
	vmovdqu64	%zmm0, 2320(%rsp)
	vpaddq	464(%rsp), %zmm4, %zmm0
	vmovdqu64	%zmm0, 2256(%rsp)
	vpaddq	400(%rsp), %zmm4, %zmm0
	vmovdqu64	%zmm0, 2192(%rsp)
	vpaddq	336(%rsp), %zmm4, %zmm0
	vmovdqu64	%zmm0, 2128(%rsp)
	vpaddq	592(%rsp), %zmm4, %zmm0
	vmovdqu64	%zmm0, 2064(%rsp)
	vpaddq	656(%rsp), %zmm4, %zmm0
	vmovdqu64	%zmm0, 2000(%rsp)
	vpaddq	720(%rsp), %zmm4, %zmm0
	vmovdqu64	%zmm0, 1936(%rsp)
	vpaddq	784(%rsp), %zmm4, %zmm0
	vmovdqu64	%zmm0, 1872(%rsp)
	xorl	%eax, %eax
	movq	%r14, %rcx
	xorl	%edi, %edi
	jmp	.LBB0_11
	.p2align	4
.LBB0_294:
	addq	$2, %rdi
	movq	120(%rsp), %rcx
	addq	$-2, %rcx
	movq	128(%rsp), %rax
	incq	%rax
	movq	-56(%rsp), %r14
	cmpq	%r14, %rdi
	movq	-80(%rsp), %r12
	jae	.LBB0_295
.LBB0_11:
	cmpq	$7, %rax
	movl	$7, %edx
	movq	%rax, 128(%rsp)
	cmovbq	%rax, %rdx
	shll	$16, %edx
	movq	%rdx, -120(%rsp)
	cmpq	$2, %rcx
	movl	$2, %edx
	movq	%rcx, 120(%rsp)
	cmovlq	%rcx, %rdx
	movq	%rdi, %rcx
	shrq	%rcx
	cmpq	$7, %rcx
	movl	$7, %eax
	cmovaeq	%rax, %rcx
	movq	%rcx, -88(%rsp)
	cmpq	%r14, %rdi
	vmovups	208(%rsp), %zmm0
	vmovdqu64	1360(%rsp), %zmm21
	movq	%rdi, 272(%rsp)
	jae	.LBB0_285
	movq	96(%rsp), %rax
	movq	-120(%rsp), %rcx
	addq	%rcx, %rax
	movq	%rax, 16(%rsp)
	movq	-88(%rsp), %rax
	addl	%eax, %eax
	movq	%rax, -88(%rsp)
	movq	104(%rsp), %r10
	xorl	%eax, %eax
	jmp	.LBB0_13
	.p2align	4
.LBB0_284:
	movq	208(%rsp), %rax
	incq	%rax
	movq	176(%rsp), %r10
	addq	$32768, %r10
	addq	$32768, 16(%rsp)
	cmpq	%rdx, %rax
	movq	-80(%rsp), %r12
	movq	272(%rsp), %rdi
	je	.LBB0_285
.LBB0_13:
	movq	%rax, 208(%rsp)
	addl	%edi, %eax
	shll	$6, %eax
	cltq
	movq	(%rsp), %rcx
	imulq	%rax, %rcx
	movq	152(%rsp), %rdi
	subq	%rax, %rdi
	movq	%rdi, %r8
	sarq	$63, %r8
	andnq	%rdi, %r8, %rdi
	cmpq	$64, %rdi
	cmovgeq	%r13, %rdi
	vpbroadcastd	%edi, %zmm4
	vpbroadcastq	%rcx, %zmm5
	vpaddq	%zmm5, %zmm5, %zmm7
	vpaddq	1872(%rsp), %zmm7, %zmm19
	vpaddq	1936(%rsp), %zmm7, %zmm6
	vpaddq	2000(%rsp), %zmm7, %zmm10
	vpaddq	2064(%rsp), %zmm7, %zmm11
	vpaddq	2320(%rsp), %zmm7, %zmm12
	vpaddq	2256(%rsp), %zmm7, %zmm13
	vpaddq	2192(%rsp), %zmm7, %zmm14
	vpaddq	2128(%rsp), %zmm7, %zmm15
	movq	%r10, 176(%rsp)
	movq	%r10, %rcx
	xorl	%r8d, %r8d
	xorl	%r15d, %r15d
	movq	8(%rsp), %rbx
	jmp	.LBB0_14
	.p2align	4
.LBB0_143:
	vcvtph2psx	%ymm7, %zmm5
	vextracti64x4	$1, %zmm7, %ymm7
	vcvtph2psx	%ymm7, %zmm7
	vcvtph2psx	%ymm9, %zmm8
	vextractf64x4	$1, %zmm9, %ymm9
	vcvtph2psx	%ymm9, %zmm9
	vmovdqu64	%zmm9, 64(%rcx)
	vmovdqu64	%zmm8, (%rcx)
	vmovdqu64	%zmm7, 192(%rcx)
	vmovdqu64	%zmm5, 128(%rcx)
	incq	%r15
	addq	%rbx, %r8
	addq	$256, %rcx
	cmpq	$128, %r15
	je	.LBB0_144
.LBB0_14:
	vpcmpnleud	%zmm26, %zmm4, %k0
	vpcmpnleud	%zmm27, %zmm4, %k1
	kunpckwd	%k0, %k1, %k0
	vpcmpnleud	%zmm28, %zmm4, %k1
	vpcmpnleud	%zmm29, %zmm4, %k2
	kunpckwd	%k1, %k2, %k1
	kunpckdq	%k0, %k1, %k0
	cmpq	200(%rsp), %r15
	setl	%dil
	cmpq	%r12, %r15
	setge	%r10b
	andb	%dil, %r10b
	movzbl	%r10b, %edi
	negq	%rdi
	kmovq	%rdi, %k1
	kandq	%k0, %k1, %k0
	vpbroadcastq	%r8, %zmm7
	vpaddq	%zmm7, %zmm7, %zmm8
	vpaddq	%zmm8, %zmm15, %zmm7
	kmovq	%k0, %r14
	vmovaps	%zmm0, %zmm9
	testb	$1, %r14b
	jne	.LBB0_15
	testb	$2, %r14b
	jne	.LBB0_17
.LBB0_18:
	testb	$4, %r14b
	jne	.LBB0_19
.LBB0_20:
	testb	$8, %r14b
	jne	.LBB0_21
.LBB0_22:
	vextracti32x4	$2, %zmm7, %xmm16
	testb	$16, %r14b
	jne	.LBB0_23
.LBB0_24:
	testb	$32, %r14b
	jne	.LBB0_25
.LBB0_26:
	vextracti32x4	$3, %zmm7, %xmm7
	testb	$64, %r14b
	jne	.LBB0_27
.LBB0_28:
	testb	%r14b, %r14b
	js	.LBB0_29
.LBB0_30:
	vpaddq	%zmm8, %zmm14, %zmm7
	testl	$256, %r14d
	jne	.LBB0_31
.LBB0_32:
	testl	$512, %r14d
	jne	.LBB0_33
.LBB0_34:
	testl	$1024, %r14d
	jne	.LBB0_35
.LBB0_36:
	testl	$2048, %r14d
	jne	.LBB0_37
.LBB0_38:
	vextracti32x4	$2, %zmm7, %xmm16
	testl	$4096, %r14d
	jne	.LBB0_39
.LBB0_40:
	testl	$8192, %r14d
	jne	.LBB0_41
.LBB0_42:
	vextracti32x4	$3, %zmm7, %xmm7
	testl	$16384, %r14d
	jne	.LBB0_43
.LBB0_44:
	testw	%r14w, %r14w
	js	.LBB0_45
.LBB0_46:
	vpaddq	%zmm8, %zmm13, %zmm7
	testl	$65536, %r14d
	jne	.LBB0_47
.LBB0_48:
	testl	$131072, %r14d
	jne	.LBB0_49
.LBB0_50:
	testl	$262144, %r14d
	jne	.LBB0_51
.LBB0_52:
	testl	$524288, %r14d
	jne	.LBB0_53
.LBB0_54:
	vextracti32x4	$2, %zmm7, %xmm16
	testl	$1048576, %r14d
	jne	.LBB0_55
.LBB0_56:
	testl	$2097152, %r14d
	jne	.LBB0_57
.LBB0_58:
	vextracti32x4	$3, %zmm7, %xmm7
	testl	$4194304, %r14d
	jne	.LBB0_59
.LBB0_60:
	testl	$8388608, %r14d
	jne	.LBB0_61
.LBB0_62:
	vpaddq	%zmm8, %zmm12, %zmm7
	testl	$16777216, %r14d
	jne	.LBB0_63
.LBB0_64:
	testl	$33554432, %r14d
	jne	.LBB0_65
.LBB0_66:
	testl	$67108864, %r14d
	jne	.LBB0_67
.LBB0_68:
	testl	$134217728, %r14d
	jne	.LBB0_69
.LBB0_70:
	vextracti32x4	$2, %zmm7, %xmm16
	testl	$268435456, %r14d
	jne	.LBB0_71
.LBB0_72:
	testl	$536870912, %r14d
	jne	.LBB0_73
.LBB0_74:
	vextracti32x4	$3, %zmm7, %xmm7
	testl	$1073741824, %r14d
	jne	.LBB0_75
.LBB0_76:
	testl	%r14d, %r14d
	js	.LBB0_77
.LBB0_78:
	vpaddq	%zmm8, %zmm11, %zmm16
	btq	$32, %r14
	jae	.LBB0_79
.LBB0_80:
	vmovq	%xmm16, %rdi
	vmovsh	(%rdi), %xmm5
	vmovsh	%xmm5, %xmm0, %xmm5
	vinsertf32x4	$0, %xmm5, %zmm0, %zmm7
	btq	$33, %r14
	jb	.LBB0_82
	jmp	.LBB0_83
	.p2align	4
.LBB0_15:
	vmovq	%xmm7, %rdi
	vmovsh	(%rdi), %xmm9
	vmovsh	%xmm9, %xmm0, %xmm9
	vinsertf32x4	$0, %xmm9, %zmm0, %zmm9
	testb	$2, %r14b
	je	.LBB0_18
.LBB0_17:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$2, %xmm5, %xmm9, %xmm5
	vinserti32x4	$0, %xmm5, %zmm9, %zmm9
	testb	$4, %r14b
	je	.LBB0_20
.LBB0_19:
	vextracti128	$1, %ymm7, %xmm5
	vmovq	%xmm5, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$4, %xmm5, %xmm9, %xmm5
	vinserti32x4	$0, %xmm5, %zmm9, %zmm9
	testb	$8, %r14b
	je	.LBB0_22
.LBB0_21:
	vextracti128	$1, %ymm7, %xmm5
	vpextrq	$1, %xmm5, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$8, %xmm5, %xmm9, %xmm5
	vinserti32x4	$0, %xmm5, %zmm9, %zmm9
	vextracti32x4	$2, %zmm7, %xmm16
	testb	$16, %r14b
	je	.LBB0_24
.LBB0_23:
	vmovq	%xmm16, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$16, %xmm5, %xmm9, %xmm5
	vinserti32x4	$0, %xmm5, %zmm9, %zmm9
	testb	$32, %r14b
	je	.LBB0_26
.LBB0_25:
	vpextrq	$1, %xmm16, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$32, %xmm5, %xmm9, %xmm5
	vinserti32x4	$0, %xmm5, %zmm9, %zmm9
	vextracti32x4	$3, %zmm7, %xmm7
	testb	$64, %r14b
	je	.LBB0_28
.LBB0_27:
	vmovq	%xmm7, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$64, %xmm5, %xmm9, %xmm5
	vinserti32x4	$0, %xmm5, %zmm9, %zmm9
	testb	%r14b, %r14b
	jns	.LBB0_30
.LBB0_29:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$128, %xmm5, %xmm9, %xmm5
	vinserti32x4	$0, %xmm5, %zmm9, %zmm9
	vpaddq	%zmm8, %zmm14, %zmm7
	testl	$256, %r14d
	je	.LBB0_32
.LBB0_31:
	vmovq	%xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$256, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$512, %r14d
	je	.LBB0_34
.LBB0_33:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$512, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$1024, %r14d
	je	.LBB0_36
.LBB0_35:
	vextracti128	$1, %ymm7, %xmm5
	vmovq	%xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$1024, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$2048, %r14d
	je	.LBB0_38
.LBB0_37:
	vextracti128	$1, %ymm7, %xmm5
	vpextrq	$1, %xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$2048, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	vextracti32x4	$2, %zmm7, %xmm16
	testl	$4096, %r14d
	je	.LBB0_40
.LBB0_39:
	vmovq	%xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$4096, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$8192, %r14d
	je	.LBB0_42
.LBB0_41:
	vpextrq	$1, %xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$8192, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	vextracti32x4	$3, %zmm7, %xmm7
	testl	$16384, %r14d
	je	.LBB0_44
.LBB0_43:
	vmovq	%xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$16384, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testw	%r14w, %r14w
	jns	.LBB0_46
.LBB0_45:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$32768, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	vpaddq	%zmm8, %zmm13, %zmm7
	testl	$65536, %r14d
	je	.LBB0_48
.LBB0_47:
	vmovq	%xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$65536, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$131072, %r14d
	je	.LBB0_50
.LBB0_49:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$131072, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$262144, %r14d
	je	.LBB0_52
.LBB0_51:
	vextracti128	$1, %ymm7, %xmm5
	vmovq	%xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$262144, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$524288, %r14d
	je	.LBB0_54
.LBB0_53:
	vextracti128	$1, %ymm7, %xmm5
	vpextrq	$1, %xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$524288, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	vextracti32x4	$2, %zmm7, %xmm16
	testl	$1048576, %r14d
	je	.LBB0_56
.LBB0_55:
	vmovq	%xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$1048576, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$2097152, %r14d
	je	.LBB0_58
.LBB0_57:
	vpextrq	$1, %xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$2097152, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	vextracti32x4	$3, %zmm7, %xmm7
	testl	$4194304, %r14d
	je	.LBB0_60
.LBB0_59:
	vmovq	%xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$4194304, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$8388608, %r14d
	je	.LBB0_62
.LBB0_61:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$8388608, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	vpaddq	%zmm8, %zmm12, %zmm7
	testl	$16777216, %r14d
	je	.LBB0_64
.LBB0_63:
	vmovq	%xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$16777216, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$33554432, %r14d
	je	.LBB0_66
.LBB0_65:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$33554432, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$67108864, %r14d
	je	.LBB0_68
.LBB0_67:
	vextracti128	$1, %ymm7, %xmm5
	vmovq	%xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$67108864, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$134217728, %r14d
	je	.LBB0_70
.LBB0_69:
	vextracti128	$1, %ymm7, %xmm5
	vpextrq	$1, %xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$134217728, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	vextracti32x4	$2, %zmm7, %xmm16
	testl	$268435456, %r14d
	je	.LBB0_72
.LBB0_71:
	vmovq	%xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$268435456, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	$536870912, %r14d
	je	.LBB0_74
.LBB0_73:
	vpextrq	$1, %xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$536870912, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	vextracti32x4	$3, %zmm7, %xmm7
	testl	$1073741824, %r14d
	je	.LBB0_76
.LBB0_75:
	vmovq	%xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	kmovd	%r9d, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	testl	%r14d, %r14d
	jns	.LBB0_78
.LBB0_77:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm5
	kmovd	%esi, %k1
	vmovdqu16	%zmm5, %zmm9 {%k1}
	vpaddq	%zmm8, %zmm11, %zmm16
	btq	$32, %r14
	jb	.LBB0_80
.LBB0_79:
	vmovaps	%zmm0, %zmm7
	btq	$33, %r14
	jae	.LBB0_83
.LBB0_82:
	vpextrq	$1, %xmm16, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$2, %xmm5, %xmm7, %xmm5
	vinserti32x4	$0, %xmm5, %zmm7, %zmm7
.LBB0_83:
	btq	$34, %r14
	jb	.LBB0_84
	btq	$35, %r14
	jb	.LBB0_86
.LBB0_87:
	btq	$36, %r14
	vextracti32x4	$2, %zmm16, %xmm17
	jb	.LBB0_88
.LBB0_89:
	btq	$37, %r14
	jb	.LBB0_90
.LBB0_91:
	btq	$38, %r14
	vextracti32x4	$3, %zmm16, %xmm16
	jb	.LBB0_92
.LBB0_93:
	btq	$39, %r14
	jb	.LBB0_94
.LBB0_95:
	vpaddq	%zmm8, %zmm10, %zmm16
	btq	$40, %r14
	jb	.LBB0_96
.LBB0_97:
	btq	$41, %r14
	jb	.LBB0_98
.LBB0_99:
	btq	$42, %r14
	jb	.LBB0_100
.LBB0_101:
	btq	$43, %r14
	jb	.LBB0_102
.LBB0_103:
	btq	$44, %r14
	vextracti32x4	$2, %zmm16, %xmm17
	jb	.LBB0_104
.LBB0_105:
	btq	$45, %r14
	jb	.LBB0_106
.LBB0_107:
	btq	$46, %r14
	vextracti32x4	$3, %zmm16, %xmm16
	jb	.LBB0_108
.LBB0_109:
	btq	$47, %r14
	jb	.LBB0_110
.LBB0_111:
	vpaddq	%zmm8, %zmm6, %zmm16
	btq	$48, %r14
	jb	.LBB0_112
.LBB0_113:
	btq	$49, %r14
	jb	.LBB0_114
.LBB0_115:
	btq	$50, %r14
	jb	.LBB0_116
.LBB0_117:
	btq	$51, %r14
	jb	.LBB0_118
.LBB0_119:
	btq	$52, %r14
	vextracti32x4	$2, %zmm16, %xmm17
	jb	.LBB0_120
.LBB0_121:
	btq	$53, %r14
	jb	.LBB0_122
.LBB0_123:
	btq	$54, %r14
	vextracti32x4	$3, %zmm16, %xmm16
	jb	.LBB0_124
.LBB0_125:
	btq	$55, %r14
	jb	.LBB0_126
.LBB0_127:
	vpaddq	%zmm8, %zmm19, %zmm8
	btq	$56, %r14
	jb	.LBB0_128
.LBB0_129:
	btq	$57, %r14
	jb	.LBB0_130
.LBB0_131:
	btq	$58, %r14
	jb	.LBB0_132
.LBB0_133:
	btq	$59, %r14
	jb	.LBB0_134
.LBB0_135:
	btq	$60, %r14
	vextracti32x4	$2, %zmm8, %xmm16
	jb	.LBB0_136
.LBB0_137:
	btq	$61, %r14
	jb	.LBB0_138
.LBB0_139:
	btq	$62, %r14
	vextracti32x4	$3, %zmm8, %xmm8
	jb	.LBB0_140
.LBB0_141:
	btq	$63, %r14
	jae	.LBB0_143
	jmp	.LBB0_142
	.p2align	4
.LBB0_84:
	vextracti32x4	$1, %ymm16, %xmm5
	vmovq	%xmm5, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$4, %xmm5, %xmm7, %xmm5
	vinserti32x4	$0, %xmm5, %zmm7, %zmm7
	btq	$35, %r14
	jae	.LBB0_87
.LBB0_86:
	vextracti32x4	$1, %ymm16, %xmm5
	vpextrq	$1, %xmm5, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$8, %xmm5, %xmm7, %xmm5
	vinserti32x4	$0, %xmm5, %zmm7, %zmm7
	btq	$36, %r14
	vextracti32x4	$2, %zmm16, %xmm17
	jae	.LBB0_89
.LBB0_88:
	vmovq	%xmm17, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$16, %xmm5, %xmm7, %xmm5
	vinserti32x4	$0, %xmm5, %zmm7, %zmm7
	btq	$37, %r14
	jae	.LBB0_91
.LBB0_90:
	vpextrq	$1, %xmm17, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$32, %xmm5, %xmm7, %xmm5
	vinserti32x4	$0, %xmm5, %zmm7, %zmm7
	btq	$38, %r14
	vextracti32x4	$3, %zmm16, %xmm16
	jae	.LBB0_93
.LBB0_92:
	vmovq	%xmm16, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$64, %xmm5, %xmm7, %xmm5
	vinserti32x4	$0, %xmm5, %zmm7, %zmm7
	btq	$39, %r14
	jae	.LBB0_95
.LBB0_94:
	vpextrq	$1, %xmm16, %rdi
	vpbroadcastw	(%rdi), %xmm5
	vpblendw	$128, %xmm5, %xmm7, %xmm5
	vinserti32x4	$0, %xmm5, %zmm7, %zmm7
	vpaddq	%zmm8, %zmm10, %zmm16
	btq	$40, %r14
	jae	.LBB0_97
.LBB0_96:
	vmovq	%xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$256, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$41, %r14
	jae	.LBB0_99
.LBB0_98:
	vpextrq	$1, %xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$512, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$42, %r14
	jae	.LBB0_101
.LBB0_100:
	vextracti32x4	$1, %ymm16, %xmm5
	vmovq	%xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$1024, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$43, %r14
	jae	.LBB0_103
.LBB0_102:
	vextracti32x4	$1, %ymm16, %xmm5
	vpextrq	$1, %xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$2048, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$44, %r14
	vextracti32x4	$2, %zmm16, %xmm17
	jae	.LBB0_105
.LBB0_104:
	vmovq	%xmm17, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$4096, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$45, %r14
	jae	.LBB0_107
.LBB0_106:
	vpextrq	$1, %xmm17, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$8192, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$46, %r14
	vextracti32x4	$3, %zmm16, %xmm16
	jae	.LBB0_109
.LBB0_108:
	vmovq	%xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$16384, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$47, %r14
	jae	.LBB0_111
.LBB0_110:
	vpextrq	$1, %xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$32768, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	vpaddq	%zmm8, %zmm6, %zmm16
	btq	$48, %r14
	jae	.LBB0_113
.LBB0_112:
	vmovq	%xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$65536, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$49, %r14
	jae	.LBB0_115
.LBB0_114:
	vpextrq	$1, %xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$131072, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$50, %r14
	jae	.LBB0_117
.LBB0_116:
	vextracti32x4	$1, %ymm16, %xmm5
	vmovq	%xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$262144, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$51, %r14
	jae	.LBB0_119
.LBB0_118:
	vextracti32x4	$1, %ymm16, %xmm5
	vpextrq	$1, %xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$524288, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$52, %r14
	vextracti32x4	$2, %zmm16, %xmm17
	jae	.LBB0_121
.LBB0_120:
	vmovq	%xmm17, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$1048576, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$53, %r14
	jae	.LBB0_123
.LBB0_122:
	vpextrq	$1, %xmm17, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$2097152, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$54, %r14
	vextracti32x4	$3, %zmm16, %xmm16
	jae	.LBB0_125
.LBB0_124:
	vmovq	%xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$4194304, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$55, %r14
	jae	.LBB0_127
.LBB0_126:
	vpextrq	$1, %xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$8388608, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	vpaddq	%zmm8, %zmm19, %zmm8
	btq	$56, %r14
	jae	.LBB0_129
.LBB0_128:
	vmovq	%xmm8, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$16777216, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$57, %r14
	jae	.LBB0_131
.LBB0_130:
	vpextrq	$1, %xmm8, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$33554432, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$58, %r14
	jae	.LBB0_133
.LBB0_132:
	vextracti128	$1, %ymm8, %xmm5
	vmovq	%xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$67108864, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$59, %r14
	jae	.LBB0_135
.LBB0_134:
	vextracti128	$1, %ymm8, %xmm5
	vpextrq	$1, %xmm5, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$134217728, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$60, %r14
	vextracti32x4	$2, %zmm8, %xmm16
	jae	.LBB0_137
.LBB0_136:
	vmovq	%xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$268435456, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$61, %r14
	jae	.LBB0_139
.LBB0_138:
	vpextrq	$1, %xmm16, %rdi
	vpbroadcastw	(%rdi), %zmm5
	movl	$536870912, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$62, %r14
	vextracti32x4	$3, %zmm8, %xmm8
	jae	.LBB0_141
.LBB0_140:
	vmovq	%xmm8, %rdi
	vpbroadcastw	(%rdi), %zmm5
	kmovd	%r9d, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	btq	$63, %r14
	jae	.LBB0_143
.LBB0_142:
	vpextrq	$1, %xmm8, %rdi
	vpbroadcastw	(%rdi), %zmm5
	kmovd	%esi, %k1
	vmovdqu16	%zmm5, %zmm7 {%k1}
	jmp	.LBB0_143
	.p2align	4
.LBB0_144:
	movq	-64(%rsp), %rdi
	movq	%rdi, %rcx
	imulq	%rax, %rcx
	addq	160(%rsp), %rcx
	movq	144(%rsp), %r10
	subq	%rax, %r10
	movq	-88(%rsp), %rax
	movq	208(%rsp), %r8
	addq	%r8, %rax
	imulq	$56, %rax, %r15
	movq	-128(%rsp), %r12
	movq	136(%rsp), %rax
	cmpq	655424(%r12,%r15), %rax
	movq	%rax, 655424(%r12,%r15)
	movq	655432(%r12,%r15), %r14
	movq	655440(%r12,%r15), %rbx
	movq	%rcx, 655432(%r12,%r15)
	movq	-72(%rsp), %rax
	movq	%rax, 655440(%r12,%r15)
	movq	655448(%r12,%r15), %r8
	movq	%rdi, 655448(%r12,%r15)
	movq	655456(%r12,%r15), %rdi
	movq	-104(%rsp), %rax
	movq	%rax, 655456(%r12,%r15)
	movq	655464(%r12,%r15), %rax
	movq	%rax, 168(%rsp)
	movq	24(%rsp), %rax
	movq	%rax, 655464(%r12,%r15)
	movq	655472(%r12,%r15), %rax
	movq	%r10, -112(%rsp)
	movq	%r10, 655472(%r12,%r15)
	jne	.LBB0_151
	cmpq	%r14, %rcx
	jne	.LBB0_151
	cmpq	%rbx, -72(%rsp)
	jne	.LBB0_151
	cmpq	%r8, -64(%rsp)
	jne	.LBB0_151
	cmpq	-104(%rsp), %rdi
	jne	.LBB0_151
	movq	168(%rsp), %rdi
	cmpq	%rdi, 24(%rsp)
	jne	.LBB0_151
	cmpq	%rax, -112(%rsp)
	je	.LBB0_284
.LBB0_151:
	vpbroadcastq	%rcx, %zmm4
	vpaddq	%zmm4, %zmm4, %zmm4
	vpaddq	1552(%rsp), %zmm4, %zmm22
	vpaddq	1488(%rsp), %zmm4, %zmm23
	vpaddq	1424(%rsp), %zmm4, %zmm24
	vpaddq	1616(%rsp), %zmm4, %zmm25
	vpaddq	1680(%rsp), %zmm4, %zmm30
	vpaddq	1744(%rsp), %zmm4, %zmm20
	vpaddq	1808(%rsp), %zmm4, %zmm11
	vpaddq	%zmm4, %zmm21, %zmm12
	movq	16(%rsp), %rax
	xorl	%r12d, %r12d
	jmp	.LBB0_152
	.p2align	4
.LBB0_283:
	incq	%r12
	addq	$256, %rax
	cmpq	$64, %r12
	je	.LBB0_284
.LBB0_152:
	movq	%r12, %rcx
	imulq	-64(%rsp), %rcx
	cmpq	-112(%rsp), %r12
	movl	$0, %edi
	movq	$-1, %r8
	cmovlq	%r8, %rdi
	kmovq	%rdi, %k0
	vpbroadcastq	%rcx, %zmm4
	vpaddq	%zmm4, %zmm4, %zmm6
	vpaddq	%zmm6, %zmm25, %zmm13
	vpaddq	%zmm6, %zmm22, %zmm14
	vpaddq	%zmm6, %zmm23, %zmm15
	vpaddq	%zmm6, %zmm24, %zmm16
	vpaddq	%zmm6, %zmm30, %zmm17
	vpaddq	%zmm6, %zmm20, %zmm4
	vpaddq	%zmm6, %zmm11, %zmm5
	vpaddq	%zmm6, %zmm12, %zmm6
	movq	-104(%rsp), %r15
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	movl	$256, %ebx
	jmp	.LBB0_153
	.p2align	4
.LBB0_282:
	vcvtph2psx	%ymm7, %zmm8
	vextracti64x4	$1, %zmm7, %ymm7
	vcvtph2psx	%ymm7, %zmm7
	vcvtph2psx	%ymm9, %zmm10
	vextracti64x4	$1, %zmm9, %ymm9
	vcvtph2psx	%ymm9, %zmm9
	vmovdqu64	%zmm9, 64(%rax,%r8)
	vmovdqu64	%zmm10, (%rax,%r8)
	vmovdqu64	%zmm7, 192(%rax,%r8)
	vmovdqu64	%zmm8, 128(%rax,%r8)
	addq	$16384, %r8
	addq	%rbp, %rcx
	addq	$-64, %r15
	cmpq	$16384, %r8
	jne	.LBB0_283
.LBB0_153:
	leaq	(%r11,%r15), %rdi
	movq	%rdi, %r10
	sarq	$63, %r10
	andnq	%rdi, %r10, %rdi
	cmpq	$64, %rdi
	cmovgeq	%r13, %rdi
	vpbroadcastd	%edi, %zmm7
	vpcmpgtd	%zmm26, %zmm7, %k1
	vpcmpgtd	%zmm27, %zmm7, %k2
	kunpckwd	%k1, %k2, %k1
	vpcmpgtd	%zmm28, %zmm7, %k2
	vpcmpgtd	%zmm29, %zmm7, %k3
	kunpckwd	%k2, %k3, %k2
	kunpckdq	%k1, %k2, %k1
	movq	%r15, %rdi
	sarq	$63, %rdi
	andnq	%r15, %rdi, %rdi
	cmpq	$64, %rdi
	cmovgeq	%r13, %rdi
	vpbroadcastd	%edi, %zmm7
	vpcmpltd	%zmm31, %zmm7, %k2
	vpcmpltd	%zmm1, %zmm7, %k3
	kunpckwd	%k2, %k3, %k2
	vpcmpltd	%zmm2, %zmm7, %k3
	vpcmpltd	%zmm3, %zmm7, %k4
	kunpckwd	%k3, %k4, %k3
	kunpckdq	%k2, %k3, %k2
	kandq	%k2, %k0, %k2
	kandq	%k1, %k2, %k1
	vpbroadcastq	%rcx, %zmm7
	vpaddq	%zmm7, %zmm7, %zmm8
	vpaddq	%zmm8, %zmm16, %zmm7
	kmovq	%k1, %r14
	vmovdqa64	%zmm18, %zmm9
	testb	$1, %r14b
	jne	.LBB0_154
	testb	$2, %r14b
	jne	.LBB0_156
.LBB0_157:
	testb	$4, %r14b
	jne	.LBB0_158
.LBB0_159:
	testb	$8, %r14b
	jne	.LBB0_160
.LBB0_161:
	testb	$16, %r14b
	jne	.LBB0_162
.LBB0_163:
	testb	$32, %r14b
	jne	.LBB0_164
.LBB0_165:
	testb	$64, %r14b
	jne	.LBB0_166
.LBB0_167:
	testb	%r14b, %r14b
	js	.LBB0_168
.LBB0_169:
	vpaddq	%zmm8, %zmm15, %zmm7
	testl	$256, %r14d
	jne	.LBB0_170
.LBB0_171:
	testl	$512, %r14d
	jne	.LBB0_172
.LBB0_173:
	testl	$1024, %r14d
	jne	.LBB0_174
.LBB0_175:
	testl	$2048, %r14d
	jne	.LBB0_176
.LBB0_177:
	testl	$4096, %r14d
	jne	.LBB0_178
.LBB0_179:
	testl	$8192, %r14d
	jne	.LBB0_180
.LBB0_181:
	testl	$16384, %r14d
	jne	.LBB0_182
.LBB0_183:
	testw	%r14w, %r14w
	js	.LBB0_184
.LBB0_185:
	vpaddq	%zmm8, %zmm14, %zmm7
	testl	$65536, %r14d
	jne	.LBB0_186
.LBB0_187:
	testl	$131072, %r14d
	jne	.LBB0_188
.LBB0_189:
	testl	$262144, %r14d
	jne	.LBB0_190
.LBB0_191:
	testl	$524288, %r14d
	jne	.LBB0_192
.LBB0_193:
	testl	$1048576, %r14d
	jne	.LBB0_194
.LBB0_195:
	testl	$2097152, %r14d
	jne	.LBB0_196
.LBB0_197:
	testl	$4194304, %r14d
	jne	.LBB0_198
.LBB0_199:
	testl	$8388608, %r14d
	jne	.LBB0_200
.LBB0_201:
	vpaddq	%zmm8, %zmm13, %zmm7
	testl	$16777216, %r14d
	jne	.LBB0_202
.LBB0_203:
	testl	$33554432, %r14d
	jne	.LBB0_204
.LBB0_205:
	testl	$67108864, %r14d
	jne	.LBB0_206
.LBB0_207:
	testl	$134217728, %r14d
	jne	.LBB0_208
.LBB0_209:
	testl	$268435456, %r14d
	jne	.LBB0_210
.LBB0_211:
	testl	$536870912, %r14d
	jne	.LBB0_212
.LBB0_213:
	testl	$1073741824, %r14d
	jne	.LBB0_214
.LBB0_215:
	testl	%r14d, %r14d
	js	.LBB0_216
.LBB0_217:
	vpaddq	%zmm8, %zmm17, %zmm19
	btq	$32, %r14
	jae	.LBB0_218
.LBB0_219:
	vmovq	%xmm19, %rdi
	vmovsh	(%rdi), %xmm7
	vmovsh	%xmm7, %xmm18, %xmm7
	vinsertf32x4	$0, %xmm7, %zmm18, %zmm7
	btq	$33, %r14
	jb	.LBB0_221
	jmp	.LBB0_222
	.p2align	4
.LBB0_154:
	vmovq	%xmm7, %rdi
	vmovsh	(%rdi), %xmm9
	vmovsh	%xmm9, %xmm18, %xmm9
	vinsertf32x4	$0, %xmm9, %zmm18, %zmm9
	testb	$2, %r14b
	je	.LBB0_157
.LBB0_156:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$2, %xmm10, %xmm9, %xmm10
	vinserti32x4	$0, %xmm10, %zmm9, %zmm9
	testb	$4, %r14b
	je	.LBB0_159
.LBB0_158:
	vextracti128	$1, %ymm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$4, %xmm10, %xmm9, %xmm10
	vinserti32x4	$0, %xmm10, %zmm9, %zmm9
	testb	$8, %r14b
	je	.LBB0_161
.LBB0_160:
	vextracti128	$1, %ymm7, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$8, %xmm10, %xmm9, %xmm10
	vinserti32x4	$0, %xmm10, %zmm9, %zmm9
	testb	$16, %r14b
	je	.LBB0_163
.LBB0_162:
	vextracti32x4	$2, %zmm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$16, %xmm10, %xmm9, %xmm10
	vinserti32x4	$0, %xmm10, %zmm9, %zmm9
	testb	$32, %r14b
	je	.LBB0_165
.LBB0_164:
	vextracti32x4	$2, %zmm7, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$32, %xmm10, %xmm9, %xmm10
	vinserti32x4	$0, %xmm10, %zmm9, %zmm9
	testb	$64, %r14b
	je	.LBB0_167
.LBB0_166:
	vextracti32x4	$3, %zmm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$64, %xmm10, %xmm9, %xmm10
	vinserti32x4	$0, %xmm10, %zmm9, %zmm9
	testb	%r14b, %r14b
	jns	.LBB0_169
.LBB0_168:
	vextracti32x4	$3, %zmm7, %xmm7
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %xmm7
	vpblendw	$128, %xmm7, %xmm9, %xmm7
	vinserti32x4	$0, %xmm7, %zmm9, %zmm9
	vpaddq	%zmm8, %zmm15, %zmm7
	testl	$256, %r14d
	je	.LBB0_171
.LBB0_170:
	vmovq	%xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm10
	kmovd	%ebx, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$512, %r14d
	je	.LBB0_173
.LBB0_172:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$512, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$1024, %r14d
	je	.LBB0_175
.LBB0_174:
	vextracti128	$1, %ymm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$1024, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$2048, %r14d
	je	.LBB0_177
.LBB0_176:
	vextracti128	$1, %ymm7, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$2048, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$4096, %r14d
	je	.LBB0_179
.LBB0_178:
	vextracti32x4	$2, %zmm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$4096, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$8192, %r14d
	je	.LBB0_181
.LBB0_180:
	vextracti32x4	$2, %zmm7, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$8192, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$16384, %r14d
	je	.LBB0_183
.LBB0_182:
	vextracti32x4	$3, %zmm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$16384, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testw	%r14w, %r14w
	jns	.LBB0_185
.LBB0_184:
	vextracti32x4	$3, %zmm7, %xmm7
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm7
	movl	$32768, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm7, %zmm9 {%k1}
	vpaddq	%zmm8, %zmm14, %zmm7
	testl	$65536, %r14d
	je	.LBB0_187
.LBB0_186:
	vmovq	%xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$65536, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$131072, %r14d
	je	.LBB0_189
.LBB0_188:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$131072, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$262144, %r14d
	je	.LBB0_191
.LBB0_190:
	vextracti128	$1, %ymm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$262144, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$524288, %r14d
	je	.LBB0_193
.LBB0_192:
	vextracti128	$1, %ymm7, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$524288, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$1048576, %r14d
	je	.LBB0_195
.LBB0_194:
	vextracti32x4	$2, %zmm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$1048576, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$2097152, %r14d
	je	.LBB0_197
.LBB0_196:
	vextracti32x4	$2, %zmm7, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$2097152, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$4194304, %r14d
	je	.LBB0_199
.LBB0_198:
	vextracti32x4	$3, %zmm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$4194304, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$8388608, %r14d
	je	.LBB0_201
.LBB0_200:
	vextracti32x4	$3, %zmm7, %xmm7
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm7
	movl	$8388608, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm7, %zmm9 {%k1}
	vpaddq	%zmm8, %zmm13, %zmm7
	testl	$16777216, %r14d
	je	.LBB0_203
.LBB0_202:
	vmovq	%xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$16777216, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$33554432, %r14d
	je	.LBB0_205
.LBB0_204:
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$33554432, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$67108864, %r14d
	je	.LBB0_207
.LBB0_206:
	vextracti128	$1, %ymm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$67108864, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$134217728, %r14d
	je	.LBB0_209
.LBB0_208:
	vextracti128	$1, %ymm7, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$134217728, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$268435456, %r14d
	je	.LBB0_211
.LBB0_210:
	vextracti32x4	$2, %zmm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$268435456, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$536870912, %r14d
	je	.LBB0_213
.LBB0_212:
	vextracti32x4	$2, %zmm7, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$536870912, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	$1073741824, %r14d
	je	.LBB0_215
.LBB0_214:
	vextracti32x4	$3, %zmm7, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	kmovd	%r9d, %k1
	vmovdqu16	%zmm10, %zmm9 {%k1}
	testl	%r14d, %r14d
	jns	.LBB0_217
.LBB0_216:
	vextracti32x4	$3, %zmm7, %xmm7
	vpextrq	$1, %xmm7, %rdi
	vpbroadcastw	(%rdi), %zmm7
	kmovd	%esi, %k1
	vmovdqu16	%zmm7, %zmm9 {%k1}
	vpaddq	%zmm8, %zmm17, %zmm19
	btq	$32, %r14
	jb	.LBB0_219
.LBB0_218:
	vmovaps	%zmm18, %zmm7
	btq	$33, %r14
	jae	.LBB0_222
.LBB0_221:
	vpextrq	$1, %xmm19, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$2, %xmm10, %xmm7, %xmm10
	vinserti32x4	$0, %xmm10, %zmm7, %zmm7
.LBB0_222:
	btq	$34, %r14
	jb	.LBB0_223
	btq	$35, %r14
	jb	.LBB0_225
.LBB0_226:
	btq	$36, %r14
	jb	.LBB0_227
.LBB0_228:
	btq	$37, %r14
	jb	.LBB0_229
.LBB0_230:
	btq	$38, %r14
	jb	.LBB0_231
.LBB0_232:
	btq	$39, %r14
	jb	.LBB0_233
.LBB0_234:
	vpaddq	%zmm8, %zmm4, %zmm19
	btq	$40, %r14
	jb	.LBB0_235
.LBB0_236:
	btq	$41, %r14
	jb	.LBB0_237
.LBB0_238:
	btq	$42, %r14
	jb	.LBB0_239
.LBB0_240:
	btq	$43, %r14
	jb	.LBB0_241
.LBB0_242:
	btq	$44, %r14
	jb	.LBB0_243
.LBB0_244:
	btq	$45, %r14
	jb	.LBB0_245
.LBB0_246:
	btq	$46, %r14
	jb	.LBB0_247
.LBB0_248:
	btq	$47, %r14
	jb	.LBB0_249
.LBB0_250:
	vpaddq	%zmm8, %zmm5, %zmm19
	btq	$48, %r14
	jb	.LBB0_251
.LBB0_252:
	btq	$49, %r14
	jb	.LBB0_253
.LBB0_254:
	btq	$50, %r14
	jb	.LBB0_255
.LBB0_256:
	btq	$51, %r14
	jb	.LBB0_257
.LBB0_258:
	btq	$52, %r14
	jb	.LBB0_259
.LBB0_260:
	btq	$53, %r14
	jb	.LBB0_261
.LBB0_262:
	btq	$54, %r14
	jb	.LBB0_263
.LBB0_264:
	btq	$55, %r14
	jb	.LBB0_265
.LBB0_266:
	vpaddq	%zmm8, %zmm6, %zmm8
	btq	$56, %r14
	jb	.LBB0_267
.LBB0_268:
	btq	$57, %r14
	jb	.LBB0_269
.LBB0_270:
	btq	$58, %r14
	jb	.LBB0_271
.LBB0_272:
	btq	$59, %r14
	jb	.LBB0_273
.LBB0_274:
	btq	$60, %r14
	jb	.LBB0_275
.LBB0_276:
	btq	$61, %r14
	jb	.LBB0_277
.LBB0_278:
	btq	$62, %r14
	jb	.LBB0_279
.LBB0_280:
	btq	$63, %r14
	jae	.LBB0_282
	jmp	.LBB0_281
	.p2align	4
.LBB0_223:
	vextracti32x4	$1, %ymm19, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$4, %xmm10, %xmm7, %xmm10
	vinserti32x4	$0, %xmm10, %zmm7, %zmm7
	btq	$35, %r14
	jae	.LBB0_226
.LBB0_225:
	vextracti32x4	$1, %ymm19, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$8, %xmm10, %xmm7, %xmm10
	vinserti32x4	$0, %xmm10, %zmm7, %zmm7
	btq	$36, %r14
	jae	.LBB0_228
.LBB0_227:
	vextracti32x4	$2, %zmm19, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$16, %xmm10, %xmm7, %xmm10
	vinserti32x4	$0, %xmm10, %zmm7, %zmm7
	btq	$37, %r14
	jae	.LBB0_230
.LBB0_229:
	vextracti32x4	$2, %zmm19, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$32, %xmm10, %xmm7, %xmm10
	vinserti32x4	$0, %xmm10, %zmm7, %zmm7
	btq	$38, %r14
	jae	.LBB0_232
.LBB0_231:
	vextracti32x4	$3, %zmm19, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$64, %xmm10, %xmm7, %xmm10
	vinserti32x4	$0, %xmm10, %zmm7, %zmm7
	btq	$39, %r14
	jae	.LBB0_234
.LBB0_233:
	vextracti32x4	$3, %zmm19, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %xmm10
	vpblendw	$128, %xmm10, %xmm7, %xmm10
	vinserti32x4	$0, %xmm10, %zmm7, %zmm7
	vpaddq	%zmm8, %zmm4, %zmm19
	btq	$40, %r14
	jae	.LBB0_236
.LBB0_235:
	vmovq	%xmm19, %rdi
	vpbroadcastw	(%rdi), %zmm10
	kmovd	%ebx, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$41, %r14
	jae	.LBB0_238
.LBB0_237:
	vpextrq	$1, %xmm19, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$512, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$42, %r14
	jae	.LBB0_240
.LBB0_239:
	vextracti32x4	$1, %ymm19, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$1024, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$43, %r14
	jae	.LBB0_242
.LBB0_241:
	vextracti32x4	$1, %ymm19, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$2048, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$44, %r14
	jae	.LBB0_244
.LBB0_243:
	vextracti32x4	$2, %zmm19, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$4096, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$45, %r14
	jae	.LBB0_246
.LBB0_245:
	vextracti32x4	$2, %zmm19, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$8192, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$46, %r14
	jae	.LBB0_248
.LBB0_247:
	vextracti32x4	$3, %zmm19, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$16384, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$47, %r14
	jae	.LBB0_250
.LBB0_249:
	vextracti32x4	$3, %zmm19, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$32768, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	vpaddq	%zmm8, %zmm5, %zmm19
	btq	$48, %r14
	jae	.LBB0_252
.LBB0_251:
	vmovq	%xmm19, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$65536, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$49, %r14
	jae	.LBB0_254
.LBB0_253:
	vpextrq	$1, %xmm19, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$131072, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$50, %r14
	jae	.LBB0_256
.LBB0_255:
	vextracti32x4	$1, %ymm19, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$262144, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$51, %r14
	jae	.LBB0_258
.LBB0_257:
	vextracti32x4	$1, %ymm19, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$524288, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$52, %r14
	jae	.LBB0_260
.LBB0_259:
	vextracti32x4	$2, %zmm19, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$1048576, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$53, %r14
	jae	.LBB0_262
.LBB0_261:
	vextracti32x4	$2, %zmm19, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$2097152, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$54, %r14
	jae	.LBB0_264
.LBB0_263:
	vextracti32x4	$3, %zmm19, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$4194304, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$55, %r14
	jae	.LBB0_266
.LBB0_265:
	vextracti32x4	$3, %zmm19, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$8388608, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	vpaddq	%zmm8, %zmm6, %zmm8
	btq	$56, %r14
	jae	.LBB0_268
.LBB0_267:
	vmovq	%xmm8, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$16777216, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$57, %r14
	jae	.LBB0_270
.LBB0_269:
	vpextrq	$1, %xmm8, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$33554432, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$58, %r14
	jae	.LBB0_272
.LBB0_271:
	vextracti128	$1, %ymm8, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$67108864, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$59, %r14
	jae	.LBB0_274
.LBB0_273:
	vextracti128	$1, %ymm8, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$134217728, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$60, %r14
	jae	.LBB0_276
.LBB0_275:
	vextracti32x4	$2, %zmm8, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$268435456, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$61, %r14
	jae	.LBB0_278
.LBB0_277:
	vextracti32x4	$2, %zmm8, %xmm10
	vpextrq	$1, %xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	movl	$536870912, %edi
	kmovd	%edi, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$62, %r14
	jae	.LBB0_280
.LBB0_279:
	vextracti32x4	$3, %zmm8, %xmm10
	vmovq	%xmm10, %rdi
	vpbroadcastw	(%rdi), %zmm10
	kmovd	%r9d, %k1
	vmovdqu16	%zmm10, %zmm7 {%k1}
	btq	$63, %r14
	jae	.LBB0_282
.LBB0_281:
	vextracti32x4	$3, %zmm8, %xmm8
	vpextrq	$1, %xmm8, %rdi
	vpbroadcastw	(%rdi), %zmm8
	kmovd	%esi, %k1
	vmovdqu16	%zmm8, %zmm7 {%k1}
	jmp	.LBB0_282
	.p2align	4
.LBB0_285:
	vmovups	%zmm0, 208(%rsp)
	movq	-120(%rsp), %rax
	addq	112(%rsp), %rax
	movq	%rax, -120(%rsp)
	xorl	%ecx, %ecx
	jmp	.LBB0_286
	.p2align	4
.LBB0_293:
	addq	$16384, -120(%rsp)
	movq	-112(%rsp), %rax
	testq	%rax, %rax
	leaq	64(%rax), %rcx
	jne	.LBB0_294
.LBB0_286:
	movq	-128(%rsp), %rax
	movq	%rcx, -112(%rsp)
	leaq	(%rax,%rcx,4), %rcx
	movq	184(%rsp), %rax
	xorl	%r14d, %r14d
	jmp	.LBB0_287
	.p2align	4
.LBB0_292:
	vmovups	%zmm23, (%rcx,%r15)
	vmovups	%zmm22, 64(%rcx,%r15)
	vmovups	%zmm17, 128(%rcx,%r15)
	vmovups	%zmm16, 192(%rcx,%r15)
	vmovups	%zmm15, 512(%rcx,%r15)
	vmovups	%zmm14, 576(%rcx,%r15)
	vmovups	%zmm13, 640(%rcx,%r15)
	vmovups	%zmm12, 704(%rcx,%r15)
	vmovups	%zmm11, 1024(%rcx,%r15)
	vmovups	%zmm10, 1088(%rcx,%r15)
	vmovups	%zmm9, 1152(%rcx,%r15)
	vmovups	%zmm8, 1216(%rcx,%r15)
	vmovups	%zmm7, 1536(%rcx,%r15)
	vmovups	%zmm6, 1600(%rcx,%r15)
	vmovups	%zmm5, 1664(%rcx,%r15)
	vmovups	%zmm4, 1728(%rcx,%r15)
	addq	$1024, %rax
	cmpq	$124, %r14
	leaq	4(%r14), %r14
	movq	272(%rsp), %rdi
	jae	.LBB0_293
.LBB0_287:
	movq	%r14, %r15
	shlq	$9, %r15
	vmovups	(%rcx,%r15), %zmm23
	vmovups	64(%rcx,%r15), %zmm22
	vmovups	128(%rcx,%r15), %zmm17
	vmovups	192(%rcx,%r15), %zmm16
	vmovups	512(%rcx,%r15), %zmm15
	vmovups	576(%rcx,%r15), %zmm14
	vmovups	640(%rcx,%r15), %zmm13
	vmovups	704(%rcx,%r15), %zmm12
	vmovups	1024(%rcx,%r15), %zmm11
	vmovups	1088(%rcx,%r15), %zmm10
	vmovups	1152(%rcx,%r15), %zmm9
	vmovups	1216(%rcx,%r15), %zmm8
	vmovups	1536(%rcx,%r15), %zmm7
	vmovups	1600(%rcx,%r15), %zmm6
	vmovups	1664(%rcx,%r15), %zmm5
	vmovups	1728(%rcx,%r15), %zmm4
	cmpq	-56(%rsp), %rdi
	jae	.LBB0_292
	movq	-120(%rsp), %rdi
	movq	%rax, %r8
	xorl	%ebx, %ebx
	.p2align	4
.LBB0_289:
	movq	$-4, %r10
	movq	%rdi, %r12
	.p2align	4
.LBB0_290:
	vmovups	-960(%r12), %zmm19
	vmovups	-896(%r12), %zmm20
	vmovups	-832(%r12), %zmm24
	vmovups	-768(%r12), %zmm25
	vbroadcastss	-764(%r8,%r10,4), %zmm30
	vfmadd231ps	%zmm19, %zmm30, %zmm23
	vfmadd231ps	%zmm20, %zmm30, %zmm22
	vfmadd231ps	%zmm24, %zmm30, %zmm17
	vfmadd231ps	%zmm30, %zmm25, %zmm16
	vbroadcastss	-508(%r8,%r10,4), %zmm30
	vfmadd231ps	%zmm19, %zmm30, %zmm15
	vfmadd231ps	%zmm20, %zmm30, %zmm14
	vfmadd231ps	%zmm24, %zmm30, %zmm13
	vfmadd231ps	%zmm30, %zmm25, %zmm12
	vbroadcastss	-252(%r8,%r10,4), %zmm30
	vfmadd231ps	%zmm19, %zmm30, %zmm11
	vfmadd231ps	%zmm20, %zmm30, %zmm10
	vfmadd231ps	%zmm24, %zmm30, %zmm9
	vfmadd231ps	%zmm30, %zmm25, %zmm8
	vbroadcastss	4(%r8,%r10,4), %zmm30
	vfmadd231ps	%zmm19, %zmm30, %zmm7
	vfmadd231ps	%zmm20, %zmm30, %zmm6
	vfmadd231ps	%zmm24, %zmm30, %zmm5
	vmovups	-704(%r12), %zmm19
	vmovups	-640(%r12), %zmm20
	vmovups	-576(%r12), %zmm24
	vmovups	-512(%r12), %zmm21
	vbroadcastss	-760(%r8,%r10,4), %zmm0
	vfmadd231ps	%zmm25, %zmm30, %zmm4
	vfmadd231ps	%zmm19, %zmm0, %zmm23
	vfmadd231ps	%zmm20, %zmm0, %zmm22
	vfmadd231ps	%zmm24, %zmm0, %zmm17
	vbroadcastss	-504(%r8,%r10,4), %zmm25
	vfmadd231ps	%zmm0, %zmm21, %zmm16
	vfmadd231ps	%zmm19, %zmm25, %zmm15
	vfmadd231ps	%zmm20, %zmm25, %zmm14
	vfmadd231ps	%zmm24, %zmm25, %zmm13
	vbroadcastss	-248(%r8,%r10,4), %zmm0
	vfmadd231ps	%zmm25, %zmm21, %zmm12
	vfmadd231ps	%zmm19, %zmm0, %zmm11
	vfmadd231ps	%zmm20, %zmm0, %zmm10
	vfmadd231ps	%zmm24, %zmm0, %zmm9
	vbroadcastss	8(%r8,%r10,4), %zmm25
	vfmadd231ps	%zmm0, %zmm21, %zmm8
	vfmadd231ps	%zmm19, %zmm25, %zmm7
	vfmadd231ps	%zmm20, %zmm25, %zmm6
	vfmadd231ps	%zmm24, %zmm25, %zmm5
	vmovups	-448(%r12), %zmm0
	vmovups	-384(%r12), %zmm19
	vmovups	-320(%r12), %zmm20
	vmovups	-256(%r12), %zmm24
	vfmadd231ps	%zmm21, %zmm25, %zmm4
	vbroadcastss	-756(%r8,%r10,4), %zmm21
	vfmadd231ps	%zmm0, %zmm21, %zmm23
	vfmadd231ps	%zmm19, %zmm21, %zmm22
	vfmadd231ps	%zmm20, %zmm21, %zmm17
	vfmadd231ps	%zmm21, %zmm24, %zmm16
	vbroadcastss	-500(%r8,%r10,4), %zmm21
	vfmadd231ps	%zmm0, %zmm21, %zmm15
	vfmadd231ps	%zmm19, %zmm21, %zmm14
	vfmadd231ps	%zmm20, %zmm21, %zmm13
	vfmadd231ps	%zmm21, %zmm24, %zmm12
	vbroadcastss	-244(%r8,%r10,4), %zmm21
	vfmadd231ps	%zmm0, %zmm21, %zmm11
	vfmadd231ps	%zmm19, %zmm21, %zmm10
	vfmadd231ps	%zmm20, %zmm21, %zmm9
	vfmadd231ps	%zmm21, %zmm24, %zmm8
	vbroadcastss	12(%r8,%r10,4), %zmm21
	vfmadd231ps	%zmm0, %zmm21, %zmm7
	vfmadd231ps	%zmm19, %zmm21, %zmm6
	vfmadd231ps	%zmm20, %zmm21, %zmm5
	vmovups	-192(%r12), %zmm0
	vmovups	-128(%r12), %zmm19
	vmovups	-64(%r12), %zmm20
	vfmadd231ps	%zmm24, %zmm21, %zmm4
	vmovups	(%r12), %zmm21
	vbroadcastss	-752(%r8,%r10,4), %zmm24
	vfmadd231ps	%zmm0, %zmm24, %zmm23
	vfmadd231ps	%zmm19, %zmm24, %zmm22
	vfmadd231ps	%zmm20, %zmm24, %zmm17
	vfmadd231ps	%zmm24, %zmm21, %zmm16
	vbroadcastss	-496(%r8,%r10,4), %zmm24
	vfmadd231ps	%zmm0, %zmm24, %zmm15
	vfmadd231ps	%zmm19, %zmm24, %zmm14
	vfmadd231ps	%zmm20, %zmm24, %zmm13
	vfmadd231ps	%zmm24, %zmm21, %zmm12
	vbroadcastss	-240(%r8,%r10,4), %zmm24
	vfmadd231ps	%zmm0, %zmm24, %zmm11
	vfmadd231ps	%zmm19, %zmm24, %zmm10
	vfmadd231ps	%zmm20, %zmm24, %zmm9
	vfmadd231ps	%zmm24, %zmm21, %zmm8
	vbroadcastss	16(%r8,%r10,4), %zmm24
	vfmadd231ps	%zmm0, %zmm24, %zmm7
	vfmadd231ps	%zmm19, %zmm24, %zmm6
	vfmadd231ps	%zmm20, %zmm24, %zmm5
	vfmadd231ps	%zmm21, %zmm24, %zmm4
	addq	$4, %r10
	addq	$1024, %r12
	cmpq	$60, %r10
	jb	.LBB0_290
	incq	%rbx
	addq	$32768, %r8
	addq	$32768, %rdi
	cmpq	%rdx, %rbx
	jne	.LBB0_289
	jmp	.LBB0_292
.LBB0_428:
	addq	$2392, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	vzeroupper
	retq
.Lfunc_end0:
	.size	matmul_kernel_tma, .Lfunc_end0-matmul_kernel_tma

	.section	".note.GNU-stack","",@progbits
# tts-arena-bytes=656320
