	.file	"kernel"
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI0_0:
	.quad	0x3ff0000000000000
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
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
	.quad	0
	.quad	1
	.quad	2
	.quad	3
	.quad	4
	.quad	5
	.quad	6
	.quad	7
.LCPI0_5:
	.quad	8
	.quad	9
	.quad	10
	.quad	11
	.quad	12
	.quad	13
	.quad	14
	.quad	15
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
	.quad	24
	.quad	25
	.quad	26
	.quad	27
	.quad	28
	.quad	29
	.quad	30
	.quad	31
.LCPI0_8:
	.quad	32
	.quad	33
	.quad	34
	.quad	35
	.quad	36
	.quad	37
	.quad	38
	.quad	39
.LCPI0_9:
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
.LCPI0_10:
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
.LCPI0_11:
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
.LCPI0_12:
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
	.text
	.globl	mm
	.p2align	4
	.type	mm,@function
mm:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$1464, %rsp
	movq	%r8, %rbp
	movq	%rcx, 200(%rsp)
	movq	(%rdi), %rax
	movq	%rax, 104(%rsp)
	movq	8(%rdi), %rax
	movq	%rax, (%rsp)
	movq	16(%rdi), %rax
	movq	%rax, -96(%rsp)
	movslq	24(%rdi), %r8
	movl	32(%rdi), %eax
	movq	%rax, -32(%rsp)
	movslq	48(%rdi), %r14
	movslq	56(%rdi), %rax
	movq	%rax, -112(%rsp)
	movl	(%rsi), %eax
	leal	63(%r8), %ecx
	leal	126(%r8), %esi
	testl	%ecx, %ecx
	cmovnsl	%ecx, %esi
	sarl	$6, %esi
	shll	$3, %esi
	cmpl	$64, %ecx
	movl	$1, %ecx
	movl	%esi, -52(%rsp)
	cmovgel	%esi, %ecx
	movslq	%ecx, %rsi
	movq	%rsi, 168(%rsp)
	cmpq	%rsi, %rax
	movq	%rax, 64(%rsp)
	jb	.LBB0_1
	movq	%rdx, %rsi
	xorl	%edx, %edx
	divl	%ecx
	movq	%rsi, %rdx
	jmp	.LBB0_3
.LBB0_1:
	xorl	%eax, %eax
.LBB0_3:
	xorl	%esi, %esi
	testb	$1, %cl
	cmovneq	%rsi, %rax
	movq	%rax, 160(%rsp)
	movq	(%r9), %rax
	cmpq	%rax, 86144(%rbp)
	movq	$-1, %rdi
	movq	86152(%rbp), %rcx
	cmovneq	%rdi, %rcx
	movq	%rcx, 86152(%rbp)
	movq	86160(%rbp), %rcx
	cmovneq	%rsi, %rcx
	movq	%rcx, 86160(%rbp)
	movq	86168(%rbp), %rcx
	cmovneq	%rsi, %rcx
	movq	%rcx, 86168(%rbp)
	movq	%rax, 86144(%rbp)
	movq	-32(%rsp), %rax
	leal	63(%rax), %ecx
	leal	126(%rax), %esi
	testl	%ecx, %ecx
	movl	%ecx, -104(%rsp)
	cmovnsl	%ecx, %esi
	cmpq	200(%rsp), %rdx
	jge	.LBB0_286
	movq	160(%rsp), %rax
	movq	168(%rsp), %rcx
	imulq	%rcx, %rax
	movq	%rax, 392(%rsp)
	sarl	$6, %esi
	movq	64(%rsp), %rax
	testq	%rax, %rax
	movl	$1, %edi
	cmoveq	%rdi, %rax
	movq	%rax, 192(%rsp)
	leaq	(,%rcx,4), %rax
	movq	%rax, 184(%rsp)
	leal	126(%r8), %eax
	movl	%eax, 132(%rsp)
	cmpl	$127, %eax
	movl	$1, %eax
	movl	-52(%rsp), %ecx
	cmovbl	%eax, %ecx
	movl	%ecx, -52(%rsp)
	leaq	4096(%rbp), %rax
	movq	%rax, 232(%rsp)
	leaq	20480(%rbp), %rax
	movq	%rax, 400(%rsp)
	movl	%esi, %eax
	sarl	$31, %eax
	movl	%esi, -4(%rsp)
	andnl	%esi, %eax, %eax
	movq	%rax, 72(%rsp)
	movl	%r14d, %eax
	shll	$6, %eax
	movslq	%eax, %rsi
	testl	%r8d, %r8d
	movq	%r8, %rcx
	cmoveq	%rdi, %rcx
	leaq	-64(%r8), %rax
	movq	%rax, 56(%rsp)
	vpbroadcastq	%rcx, %zmm0
	vmovdqu64	%zmm0, 1136(%rsp)
	vpabsq	%zmm0, %zmm0
	vmovdqu64	%zmm0, 1072(%rsp)
	movq	%rcx, %rax
	negq	%rax
	movq	%rcx, 176(%rsp)
	cmovsq	%rcx, %rax
	vcvtsi2sd	%rax, %xmm15, %xmm0
	vmovsd	.LCPI0_0(%rip), %xmm2
	vdivsd	%xmm0, %xmm2, %xmm0
	vbroadcastsd	%xmm0, %zmm0
	vmovupd	%zmm0, 1008(%rsp)
	vpbroadcastq	%r8, %zmm31
	movq	-96(%rsp), %rax
	movq	-112(%rsp), %rcx
	leaq	(%rax,%rcx,4), %rax
	movq	%rax, 8(%rsp)
	leaq	(,%rcx,4), %rax
	movq	%rax, 136(%rsp)
	leaq	(%rax,%rax,2), %rax
	movq	%rax, 376(%rsp)
	movq	%rsi, 96(%rsp)
	leaq	(,%rsi,4), %rax
	movq	%rax, 88(%rsp)
	vpxord	%xmm30, %xmm30, %xmm30
	vmovdqa64	.LCPI0_9(%rip), %zmm22
	vmovdqa64	.LCPI0_10(%rip), %zmm23
	vmovdqa64	.LCPI0_11(%rip), %zmm24
	vmovdqa64	.LCPI0_12(%rip), %zmm27
	vmovdqa64	.LCPI0_1(%rip), %zmm25
	vmovdqa64	.LCPI0_2(%rip), %zmm26
	vmovdqa64	.LCPI0_3(%rip), %zmm28
	vmovdqa64	.LCPI0_4(%rip), %zmm29
	vmovdqa64	.LCPI0_5(%rip), %zmm18
	vmovdqa64	.LCPI0_6(%rip), %zmm19
	vmovdqa64	.LCPI0_7(%rip), %zmm20
	vmovdqa64	.LCPI0_8(%rip), %zmm21
	leaq	(,%r14,4), %rax
	movq	%rax, 16(%rsp)
	leaq	21440(%rbp), %rax
	movq	%rax, 216(%rsp)
	leaq	21312(%rbp), %rax
	movq	%rax, 208(%rsp)
	leaq	21248(%rbp), %rax
	movq	%rax, 224(%rsp)
	movq	%rbp, 120(%rsp)
	movq	%r8, -80(%rsp)
	movq	%r14, -72(%rsp)
	vmovdqu64	%zmm31, 880(%rsp)
	jmp	.LBB0_5
	.p2align	4
.LBB0_37:
	imulq	-112(%rsp), %r15
	movq	-48(%rsp), %rdi
	cmpq	$2, %rdi
	movl	$1, %ecx
	cmovgeq	%rdi, %rcx
	cmpq	$64, %rcx
	movl	$64, %esi
	cmovgeq	%rsi, %rcx
	movq	-96(%rsp), %rax
	leaq	(%rax,%r15,4), %rax
	movq	-88(%rsp), %r8
	leaq	(%rax,%r8,4), %rdx
	movl	%ecx, %ecx
	leaq	(%rdx,%rcx,4), %rcx
	cmpq	%rdx, 86160(%rbp)
	seta	%dl
	cmpq	%rcx, 86152(%rbp)
	setb	%cl
	andb	%dl, %cl
	movzbl	%cl, %ecx
	addq	%rcx, 86168(%rbp)
	movq	%rdi, %rcx
	sarq	$63, %rcx
	andnq	%rdi, %rcx, %rcx
	cmpq	$64, %rcx
	cmovgeq	%rsi, %rcx
	vpbroadcastd	%ecx, %zmm0
	cmpl	$1, -100(%rsp)
	movl	$0, %ecx
	sbbl	%ecx, %ecx
	kmovd	%ecx, %k1
	vpcmpgtd	%zmm23, %zmm0, %k2 {%k1}
	vmovups	%zmm26, 192(%rax,%r8,4) {%k2}
	vpcmpgtd	%zmm22, %zmm0, %k2 {%k1}
	vmovups	%zmm6, 128(%rax,%r8,4) {%k2}
	vpcmpgtd	%zmm27, %zmm0, %k2 {%k1}
	vmovups	%zmm25, 64(%rax,%r8,4) {%k2}
	vpcmpgtd	%zmm24, %zmm0, %k1 {%k1}
	vmovups	%zmm5, (%rax,%r8,4) {%k1}
	movq	-80(%rsp), %r8
	vmovdqa64	.LCPI0_1(%rip), %zmm25
	vmovdqa64	.LCPI0_2(%rip), %zmm26
.LBB0_285:
	movq	416(%rsp), %rdx
	incq	%rdx
	cmpq	200(%rsp), %rdx
	je	.LBB0_286
.LBB0_5:
	movq	%rdx, %rax
	shrq	$32, %rax
	movq	%rdx, 416(%rsp)
	je	.LBB0_6
	movq	%rdx, %rax
	xorl	%edx, %edx
	divq	192(%rsp)
	jmp	.LBB0_8
	.p2align	4
.LBB0_6:
	movl	%edx, %eax
	xorl	%edx, %edx
	divl	192(%rsp)
.LBB0_8:
	movq	64(%rsp), %rax
	movq	184(%rsp), %rcx
	testl	%eax, %eax
	movl	$0, %r9d
	cmovneq	%rdx, %r9
	cmpq	392(%rsp), %r9
	jae	.LBB0_16
	movq	%r9, %rax
	orq	%rcx, %rax
	shrq	$32, %rax
	je	.LBB0_10
	movq	%r9, %rax
	xorl	%edx, %edx
	divq	%rcx
	movq	%rax, %r10
	jmp	.LBB0_12
.LBB0_10:
	movl	%r9d, %eax
	xorl	%edx, %edx
	divl	%ecx
	movl	%eax, %r10d
.LBB0_12:
	shlq	$2, %r10
	movq	160(%rsp), %rcx
	subq	%r10, %rcx
	cmpq	$4, %rcx
	movl	$4, %eax
	cmovgeq	%rax, %rcx
	shlq	$3, %rcx
	cmpq	$1, %rcx
	movq	%rcx, %rsi
	adcq	$0, %rsi
	movq	%rdx, %rax
	orq	%rsi, %rax
	shrq	$32, %rax
	je	.LBB0_13
	movq	%rdx, %rax
	xorl	%edx, %edx
	divq	%rsi
	movq	%rdx, %r9
	jmp	.LBB0_15
.LBB0_13:
	movl	%edx, %eax
	xorl	%edx, %edx
	divl	%esi
	movl	%edx, %r9d
.LBB0_15:
	shlq	$3, %rax
	testq	%rcx, %rcx
	cmoveq	%rcx, %r9
	cmoveq	%rcx, %rax
	movq	%r9, %rcx
	shrq	$3, %rcx
	addq	%rcx, %r10
	imulq	168(%rsp), %r10
	andl	$7, %r9d
	addq	%r10, %r9
	addq	%rax, %r9
.LBB0_16:
	movl	%r9d, %eax
	cltd
	idivl	-52(%rsp)
	movl	%eax, %r9d
	shll	$3, %r9d
	cmpl	$127, 132(%rsp)
	movl	$0, %eax
	cmovbl	%eax, %r9d
	cmovbl	%eax, %edx
	movl	$1, %ecx
	subl	%r9d, %ecx
	cmpl	$8, %ecx
	movl	$8, %eax
	cmovgel	%eax, %ecx
	movl	%edx, %eax
	cltd
	idivl	%ecx
	addl	%r9d, %edx
	shll	$6, %eax
	movl	%eax, -116(%rsp)
	cltq
	movq	%r8, %rcx
	subq	%rax, %rcx
	movq	%rcx, -48(%rsp)
	shll	$4, %edx
	movl	%edx, -100(%rsp)
	movslq	%edx, %r15
	testl	%r15d, %r15d
	movq	%rax, -88(%rsp)
	js	.LBB0_38
	xorl	%edx, %edx
	movq	176(%rsp), %rcx
	.p2align	4
.LBB0_18:
	vmovdqu64	%zmm30, 64(%rbp,%rdx,4)
	vmovdqu64	%zmm30, (%rbp,%rdx,4)
	addq	$32, %rdx
	cmpq	$32, %rdx
	je	.LBB0_18
	movq	%rax, %rdx
	orq	%rcx, %rdx
	shrq	$32, %rdx
	je	.LBB0_20
	cqto
	idivq	%rcx
	jmp	.LBB0_22
	.p2align	4
.LBB0_38:
	movl	$1, %r13d
	subq	%r15, %r13
	cmpl	$-3, %r15d
	movq	176(%rsp), %rcx
	jl	.LBB0_63
	movq	%r15, %r12
	movq	$-32, %rdx
	.p2align	4
.LBB0_40:
	vmovdqu64	%zmm30, 192(%rbp,%rdx,4)
	vmovdqu64	%zmm30, 128(%rbp,%rdx,4)
	addq	$32, %rdx
	cmpq	$224, %rdx
	jb	.LBB0_40
	movq	%rax, %rdx
	orq	%rcx, %rdx
	shrq	$32, %rdx
	je	.LBB0_42
	cqto
	idivq	%rcx
	jmp	.LBB0_44
	.p2align	4
.LBB0_20:
	movl	-116(%rsp), %eax
	xorl	%edx, %edx
	divl	%ecx
.LBB0_22:
	testl	%r8d, %r8d
	movl	$0, %ecx
	cmovneq	%rdx, %rcx
	cmpq	56(%rsp), %rcx
	setle	%al
	testq	%rcx, %rcx
	setns	%dl
	vmovups	(%rbp), %zmm5
	vmovups	64(%rbp), %zmm25
	vmovups	128(%rbp), %zmm6
	vmovups	192(%rbp), %zmm26
	cmpl	$64, -104(%rsp)
	jl	.LBB0_37
	vpxor	%xmm7, %xmm7, %xmm7
	cmpl	$64, %r8d
	setge	%sil
	cmpl	$0, -116(%rsp)
	setns	%dil
	testl	%r8d, %r8d
	je	.LBB0_24
	vmovdqu64	1072(%rsp), %zmm1
	vpcmpnltq	%zmm7, %zmm1, %k1
	movq	-88(%rsp), %r8
	vpbroadcastq	%r8, %zmm16
	vporq	.LCPI0_1(%rip), %zmm16, %zmm15
	vporq	.LCPI0_2(%rip), %zmm16, %zmm19
	vmovdqu64	%zmm19, 304(%rsp)
	vporq	.LCPI0_3(%rip), %zmm16, %zmm18
	vmovdqu64	%zmm18, 496(%rsp)
	vporq	.LCPI0_4(%rip), %zmm16, %zmm17
	vmovdqu64	%zmm17, 560(%rsp)
	vporq	.LCPI0_5(%rip), %zmm16, %zmm22
	vmovdqu64	%zmm22, 816(%rsp)
	vporq	.LCPI0_6(%rip), %zmm16, %zmm27
	vmovdqu64	%zmm27, 624(%rsp)
	vporq	.LCPI0_7(%rip), %zmm16, %zmm30
	vmovdqu64	%zmm30, 688(%rsp)
	vporq	.LCPI0_8(%rip), %zmm16, %zmm8
	vmovdqu64	%zmm8, 240(%rsp)
	vpmovq2m	%zmm16, %k2
	vpsubq	%zmm8, %zmm7, %zmm8 {%k2}
	vpsubq	%zmm30, %zmm7, %zmm30 {%k2}
	vpsubq	%zmm27, %zmm7, %zmm27 {%k2}
	vpsubq	%zmm22, %zmm7, %zmm22 {%k2}
	vpsubq	%zmm17, %zmm7, %zmm17 {%k2}
	vpsubq	%zmm18, %zmm7, %zmm18 {%k2}
	vpsubq	%zmm19, %zmm7, %zmm19 {%k2}
	vmovdqa64	%zmm15, %zmm20
	vpsubq	%zmm15, %zmm7, %zmm20 {%k2}
	vcvtuqq2pd	%zmm20, %zmm13
	vcvtuqq2pd	%zmm19, %zmm0
	vcvtuqq2pd	%zmm18, %zmm2
	vcvtuqq2pd	%zmm17, %zmm4
	vcvtuqq2pd	%zmm22, %zmm9
	vcvtuqq2pd	%zmm27, %zmm10
	vcvtuqq2pd	%zmm30, %zmm21
	vcvtuqq2pd	%zmm8, %zmm23
	vmovupd	1008(%rsp), %zmm3
	vmulpd	%zmm23, %zmm3, %zmm23
	vmulpd	%zmm21, %zmm3, %zmm28
	vmulpd	%zmm10, %zmm3, %zmm10
	vmulpd	%zmm9, %zmm3, %zmm9
	vmulpd	%zmm4, %zmm3, %zmm31
	vmulpd	%zmm2, %zmm3, %zmm2
	vmulpd	%zmm0, %zmm3, %zmm0
	vcvttpd2uqq	%zmm0, %zmm21
	vcvttpd2uqq	%zmm9, %zmm24
	vcvttpd2uqq	%zmm10, %zmm12
	vcvttpd2uqq	%zmm28, %zmm10
	vcvttpd2uqq	%zmm23, %zmm4
	vpxor	%xmm0, %xmm0, %xmm0
	vpmullq	%zmm4, %zmm1, %zmm0
	vpmullq	%zmm10, %zmm1, %zmm11
	vpmullq	%zmm12, %zmm1, %zmm14
	vpmullq	%zmm24, %zmm1, %zmm29
	vcvttpd2uqq	%zmm2, %zmm23
	vcvttpd2uqq	%zmm31, %zmm28
	vpxord	%xmm31, %xmm31, %xmm31
	vpmullq	%zmm28, %zmm1, %zmm31
	vpsubq	%zmm0, %zmm8, %zmm0
	vcvtqq2pd	%zmm0, %zmm2
	vmulpd	%zmm2, %zmm3, %zmm2
	vrndscalepd	$9, %zmm2, %zmm2
	vcvttpd2qq	%zmm2, %zmm2
	vpaddq	%zmm2, %zmm4, %zmm4
	vpmullq	%zmm2, %zmm1, %zmm2
	vpsubq	%zmm2, %zmm0, %zmm0
	vpsraq	$63, %zmm0, %zmm2
	vpaddq	%zmm2, %zmm4, %zmm4
	vpxor	%xmm9, %xmm9, %xmm9
	vpmullq	%zmm23, %zmm1, %zmm9
	vpcmpnltq	%zmm1, %zmm0, %k0
	vpmovm2q	%k0, %zmm0
	vpcmpnltuq	%zmm1, %zmm8, %k0
	vpmovm2q	%k0, %zmm8
	vpsrlq	$63, %zmm8, %zmm8
	vpsubq	%zmm0, %zmm4, %zmm8 {%k1}
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm21, %zmm1, %zmm2
	vmulpd	%zmm13, %zmm3, %zmm4
	vpsubq	%zmm11, %zmm30, %zmm13
	vcvtqq2pd	%zmm13, %zmm11
	vmulpd	%zmm11, %zmm3, %zmm11
	vrndscalepd	$9, %zmm11, %zmm0
	vcvttpd2uqq	%zmm4, %zmm11
	vcvttpd2qq	%zmm0, %zmm0
	vpaddq	%zmm0, %zmm10, %zmm4
	vpmullq	%zmm0, %zmm1, %zmm0
	vpsubq	%zmm0, %zmm13, %zmm0
	vpsraq	$63, %zmm0, %zmm10
	vpaddq	%zmm10, %zmm4, %zmm10
	vpxor	%xmm4, %xmm4, %xmm4
	vpmullq	%zmm11, %zmm1, %zmm4
	vpsubq	%zmm4, %zmm20, %zmm13
	vpsubq	%zmm2, %zmm19, %zmm2
	vpsubq	%zmm9, %zmm18, %zmm9
	vpsubq	%zmm14, %zmm27, %zmm14
	vpcmpnltq	%zmm1, %zmm0, %k0
	vpmovm2q	%k0, %zmm0
	vpcmpnltuq	%zmm1, %zmm30, %k0
	vpmovm2q	%k0, %zmm4
	vpsrlq	$63, %zmm4, %zmm4
	vpsubq	%zmm0, %zmm10, %zmm4 {%k1}
	vcvtqq2pd	%zmm14, %zmm0
	vmulpd	%zmm0, %zmm3, %zmm0
	vrndscalepd	$9, %zmm0, %zmm0
	vcvttpd2qq	%zmm0, %zmm0
	vpxor	%xmm10, %xmm10, %xmm10
	vpmullq	%zmm0, %zmm1, %zmm10
	vpaddq	%zmm0, %zmm12, %zmm0
	vcvtqq2pd	%zmm9, %zmm12
	vpsubq	%zmm10, %zmm14, %zmm10
	vpsraq	$63, %zmm10, %zmm14
	vpaddq	%zmm14, %zmm0, %zmm14
	vcvtqq2pd	%zmm2, %zmm30
	vpcmpnltq	%zmm1, %zmm10, %k0
	vpmovm2q	%k0, %zmm10
	vpcmpnltuq	%zmm1, %zmm27, %k0
	vpmovm2q	%k0, %zmm0
	vpsrlq	$63, %zmm0, %zmm0
	vpsubq	%zmm10, %zmm14, %zmm0 {%k1}
	vcvtqq2pd	%zmm13, %zmm10
	vmulpd	%zmm10, %zmm3, %zmm10
	vmulpd	%zmm30, %zmm3, %zmm14
	vmulpd	%zmm12, %zmm3, %zmm12
	vrndscalepd	$9, %zmm12, %zmm12
	vrndscalepd	$9, %zmm14, %zmm14
	vrndscalepd	$9, %zmm10, %zmm10
	vcvttpd2qq	%zmm10, %zmm10
	vcvttpd2qq	%zmm14, %zmm14
	vpmullq	%zmm14, %zmm1, %zmm27
	vpxord	%xmm30, %xmm30, %xmm30
	vpmullq	%zmm10, %zmm1, %zmm30
	vpsubq	%zmm30, %zmm13, %zmm13
	vcvttpd2qq	%zmm12, %zmm12
	vpsubq	%zmm27, %zmm2, %zmm27
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm12, %zmm1, %zmm2
	vpsubq	%zmm31, %zmm17, %zmm30
	vpsubq	%zmm2, %zmm9, %zmm9
	vcvtqq2pd	%zmm30, %zmm2
	vmulpd	%zmm2, %zmm3, %zmm2
	vrndscalepd	$9, %zmm2, %zmm2
	vpsubq	%zmm29, %zmm22, %zmm29
	vcvttpd2qq	%zmm2, %zmm2
	vpaddq	%zmm2, %zmm28, %zmm28
	vpmullq	%zmm2, %zmm1, %zmm2
	vpsubq	%zmm2, %zmm30, %zmm30
	vcvtqq2pd	%zmm29, %zmm2
	vmulpd	%zmm2, %zmm3, %zmm2
	vrndscalepd	$9, %zmm2, %zmm2
	vcvttpd2qq	%zmm2, %zmm2
	vpaddq	%zmm2, %zmm24, %zmm24
	vpmullq	%zmm2, %zmm1, %zmm2
	vpsubq	%zmm2, %zmm29, %zmm2
	vpsraq	$63, %zmm2, %zmm29
	vpaddq	%zmm29, %zmm24, %zmm24
	vpsraq	$63, %zmm30, %zmm29
	vpaddq	%zmm29, %zmm28, %zmm28
	vpcmpnltq	%zmm1, %zmm13, %k0
	vpmovm2q	%k0, %zmm29
	vpcmpnltq	%zmm1, %zmm2, %k0
	vpmovm2q	%k0, %zmm31
	vpcmpnltuq	%zmm1, %zmm22, %k0
	vpmovm2q	%k0, %zmm2
	vpcmpnltq	%zmm1, %zmm27, %k0
	vpsrlq	$63, %zmm2, %zmm2
	vpsubq	%zmm31, %zmm24, %zmm2 {%k1}
	vmovdqu64	880(%rsp), %zmm31
	vpmovm2q	%k0, %zmm22
	vpcmpnltq	%zmm1, %zmm9, %k0
	vpmovm2q	%k0, %zmm24
	vpcmpnltq	%zmm1, %zmm30, %k0
	vpmovm2q	%k0, %zmm30
	vpcmpnltuq	%zmm1, %zmm20, %k0
	vpmovm2q	%k0, %zmm20
	vpcmpnltuq	%zmm1, %zmm19, %k0
	vpmovm2q	%k0, %zmm19
	vpcmpnltuq	%zmm1, %zmm18, %k0
	vpmovm2q	%k0, %zmm18
	vpcmpnltuq	%zmm1, %zmm17, %k0
	vpmovm2q	%k0, %zmm17
	vpsrlq	$63, %zmm17, %zmm17
	vpsubq	%zmm30, %zmm28, %zmm17 {%k1}
	vpaddq	%zmm12, %zmm23, %zmm12
	vmovdqa64	.LCPI0_10(%rip), %zmm23
	vpsraq	$63, %zmm9, %zmm9
	vpaddq	%zmm9, %zmm12, %zmm9
	vpsrlq	$63, %zmm18, %zmm12
	vpsubq	%zmm24, %zmm9, %zmm12 {%k1}
	vmovdqa64	.LCPI0_11(%rip), %zmm24
	vpaddq	%zmm14, %zmm21, %zmm9
	vpsraq	$63, %zmm27, %zmm14
	vmovdqa64	.LCPI0_12(%rip), %zmm27
	vpaddq	%zmm14, %zmm9, %zmm9
	vpsrlq	$63, %zmm19, %zmm14
	vpsubq	%zmm22, %zmm9, %zmm14 {%k1}
	vmovdqa64	.LCPI0_9(%rip), %zmm22
	vpaddq	%zmm10, %zmm11, %zmm9
	vpsraq	$63, %zmm13, %zmm10
	vpaddq	%zmm10, %zmm9, %zmm9
	vpsrlq	$63, %zmm20, %zmm10
	vpsubq	%zmm29, %zmm9, %zmm10 {%k1}
	vmovdqu64	1136(%rsp), %zmm1
	vpxorq	%zmm1, %zmm16, %zmm9
	vpcmpnltq	%zmm7, %zmm9, %k1
	vpsubq	%zmm10, %zmm7, %zmm10 {%k1}
	vpsubq	%zmm14, %zmm7, %zmm14 {%k1}
	vpsubq	%zmm12, %zmm7, %zmm12 {%k1}
	vpsubq	%zmm17, %zmm7, %zmm17 {%k1}
	vpsubq	%zmm2, %zmm7, %zmm2 {%k1}
	vpsubq	%zmm0, %zmm7, %zmm0 {%k1}
	vpsubq	%zmm4, %zmm7, %zmm4 {%k1}
	vpxor	%xmm9, %xmm9, %xmm9
	vpmullq	%zmm1, %zmm10, %zmm9
	vpsubq	%zmm8, %zmm7, %zmm8 {%k1}
	vpaddq	%zmm15, %zmm9, %zmm15
	vpmullq	%zmm1, %zmm14, %zmm7
	vpaddq	304(%rsp), %zmm7, %zmm14
	vpxor	%xmm7, %xmm7, %xmm7
	vpmullq	%zmm1, %zmm17, %zmm7
	vpxor	%xmm9, %xmm9, %xmm9
	vpmullq	%zmm1, %zmm12, %zmm9
	vpaddq	496(%rsp), %zmm9, %zmm12
	vpaddq	560(%rsp), %zmm7, %zmm11
	vpmullq	%zmm1, %zmm2, %zmm2
	vpaddq	816(%rsp), %zmm2, %zmm10
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm1, %zmm4, %zmm2
	vpmullq	%zmm1, %zmm0, %zmm0
	vpaddq	624(%rsp), %zmm0, %zmm0
	vpaddq	688(%rsp), %zmm2, %zmm4
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm1, %zmm8, %zmm2
	vpaddq	240(%rsp), %zmm2, %zmm7
	testb	%dil, %sil
	jne	.LBB0_27
	jmp	.LBB0_28
.LBB0_63:
	movq	%r15, 152(%rsp)
	cmpl	$63, -104(%rsp)
	jg	.LBB0_66
	movq	$-32, %rax
	.p2align	4
.LBB0_65:
	vmovdqu64	%zmm30, 192(%rbp,%rax,4)
	vmovdqu64	%zmm30, 128(%rbp,%rax,4)
	addq	$32, %rax
	cmpq	$992, %rax
	jb	.LBB0_65
.LBB0_66:
	movq	%r13, 144(%rsp)
	movq	-48(%rsp), %rdx
	movq	%rdx, %rax
	sarq	$63, %rax
	andnq	%rdx, %rax, %rdx
	cmpq	$64, %rdx
	movl	$64, %eax
	cmovgeq	%rax, %rdx
	movq	%rdx, 384(%rsp)
	movq	-88(%rsp), %rdx
	movq	%rdx, %rax
	orq	%rcx, %rax
	shrq	$32, %rax
	je	.LBB0_67
	movq	%rdx, %rax
	movq	%rdx, %rsi
	cqto
	idivq	%rcx
	jmp	.LBB0_69
.LBB0_24:
	vpxor	%xmm4, %xmm4, %xmm4
	vxorpd	%xmm0, %xmm0, %xmm0
	vpxor	%xmm10, %xmm10, %xmm10
	vpxor	%xmm11, %xmm11, %xmm11
	vpxor	%xmm12, %xmm12, %xmm12
	vpxor	%xmm14, %xmm14, %xmm14
	vpxor	%xmm15, %xmm15, %xmm15
	testb	%dil, %sil
	je	.LBB0_28
.LBB0_27:
	vpbroadcastq	%rcx, %zmm2
	vpaddq	.LCPI0_8(%rip), %zmm2, %zmm7
	vpaddq	.LCPI0_7(%rip), %zmm2, %zmm4
	vpaddq	.LCPI0_6(%rip), %zmm2, %zmm0
	vpaddq	.LCPI0_5(%rip), %zmm2, %zmm10
	vpaddq	.LCPI0_4(%rip), %zmm2, %zmm11
	vpaddq	.LCPI0_3(%rip), %zmm2, %zmm12
	vpaddq	.LCPI0_2(%rip), %zmm2, %zmm14
	vpaddq	.LCPI0_1(%rip), %zmm2, %zmm15
	vpcmpnltq	%zmm31, %zmm15, %k1
	kmovw	%k1, 240(%rsp)
	vpcmpnltq	%zmm31, %zmm14, %k2
	vpcmpnltq	%zmm31, %zmm12, %k3
	vpcmpnltq	%zmm31, %zmm11, %k4
	vpcmpnltq	%zmm31, %zmm10, %k5
	vpcmpnltq	%zmm31, %zmm0, %k6
	vpcmpnltq	%zmm31, %zmm4, %k7
	vpcmpnltq	%zmm31, %zmm7, %k1
	vpsubq	%zmm31, %zmm7, %zmm7 {%k1}
	vpsubq	%zmm31, %zmm4, %zmm4 {%k7}
	vpsubq	%zmm31, %zmm0, %zmm0 {%k6}
	vpsubq	%zmm31, %zmm10, %zmm10 {%k5}
	vpsubq	%zmm31, %zmm11, %zmm11 {%k4}
	vpsubq	%zmm31, %zmm12, %zmm12 {%k3}
	vpsubq	%zmm31, %zmm14, %zmm14 {%k2}
	kmovw	240(%rsp), %k1
	vpsubq	%zmm31, %zmm15, %zmm15 {%k1}
.LBB0_28:
	andb	%dl, %al
	movq	(%rsp), %rdx
	leaq	(%rdx,%rcx,4), %rcx
	vpsllq	$2, %zmm7, %zmm2
	vpbroadcastq	%rdx, %zmm16
	vpaddq	%zmm2, %zmm16, %zmm7
	vpsllq	$2, %zmm4, %zmm2
	vpaddq	%zmm2, %zmm16, %zmm8
	vpsllq	$2, %zmm0, %zmm0
	vpaddq	%zmm0, %zmm16, %zmm9
	vpsllq	$2, %zmm10, %zmm0
	vpaddq	%zmm0, %zmm16, %zmm10
	vpsllq	$2, %zmm11, %zmm0
	vpaddq	%zmm0, %zmm16, %zmm11
	vpsllq	$2, %zmm12, %zmm0
	vpaddq	%zmm0, %zmm16, %zmm12
	vpsllq	$2, %zmm14, %zmm0
	vpaddq	%zmm0, %zmm16, %zmm13
	vpsllq	$2, %zmm15, %zmm0
	vpaddq	%zmm0, %zmm16, %zmm14
	xorl	%edx, %edx
	movq	-32(%rsp), %rsi
	xorl	%edi, %edi
	xorl	%r9d, %r9d
	jmp	.LBB0_29
	.p2align	4
.LBB0_36:
	addq	$64, %rdi
	addq	96(%rsp), %r9
	vmovups	%zmm5, (%rbp)
	vmovups	%zmm25, 64(%rbp)
	vmovups	%zmm6, 128(%rbp)
	vmovups	%zmm26, 192(%rbp)
	incl	%edx
	addl	$-64, %esi
	addq	88(%rsp), %rcx
	cmpl	-4(%rsp), %edx
	vxorps	%xmm30, %xmm30, %xmm30
	vmovdqa64	.LCPI0_9(%rip), %zmm22
	vmovdqa64	.LCPI0_10(%rip), %zmm23
	vmovdqa64	.LCPI0_11(%rip), %zmm24
	vmovdqa64	.LCPI0_12(%rip), %zmm27
	vmovdqa64	.LCPI0_3(%rip), %zmm28
	vmovdqa64	.LCPI0_4(%rip), %zmm29
	vmovdqa64	.LCPI0_5(%rip), %zmm18
	vmovdqa64	.LCPI0_6(%rip), %zmm19
	vmovdqa64	.LCPI0_7(%rip), %zmm20
	vmovdqa64	.LCPI0_8(%rip), %zmm21
	je	.LBB0_37
.LBB0_29:
	movl	%esi, %r8d
	sarl	$31, %r8d
	andnl	%esi, %r8d, %r10d
	cmpq	$2, %r10
	movl	$1, %r8d
	cmovlq	%r8, %r10
	cmpq	$64, %r10
	movl	$64, %ebx
	cmovgeq	%rbx, %r10
	movl	%edx, %r11d
	shll	$6, %r11d
	movq	-32(%rsp), %r8
	subl	%r11d, %r8d
	movl	%r8d, %r11d
	sarl	$31, %r11d
	andnl	%r8d, %r11d, %r11d
	cmpq	$64, %r11
	cmovgeq	%rbx, %r11
	vpbroadcastd	%r11d, %zmm0
	vpcmpgtd	%zmm22, %zmm0, %k1
	vpcmpgtd	%zmm23, %zmm0, %k2
	vpcmpgtd	%zmm24, %zmm0, %k3
	vpcmpgtd	%zmm27, %zmm0, %k4
	movq	104(%rsp), %r11
	vmovups	64(%r11,%rdi,4), %zmm0 {%k4} {z}
	vmovups	(%r11,%rdi,4), %zmm2 {%k3} {z}
	vmovups	192(%r11,%rdi,4), %zmm4 {%k2} {z}
	vmovups	128(%r11,%rdi,4), %zmm15 {%k1} {z}
	vmovups	%zmm15, 4480(%rbp)
	vmovups	%zmm4, 4544(%rbp)
	vmovups	%zmm2, 4352(%rbp)
	vmovups	%zmm0, 4416(%rbp)
	testb	%al, %al
	je	.LBB0_33
	testl	%r8d, %r8d
	jle	.LBB0_36
	movq	%rcx, %r8
	xorl	%r11d, %r11d
	.p2align	4
.LBB0_32:
	vbroadcastss	4352(%rbp,%r11,4), %zmm0
	vfmadd231ps	64(%r8), %zmm0, %zmm25
	vfmadd231ps	(%r8), %zmm0, %zmm5
	vfmadd231ps	128(%r8), %zmm0, %zmm6
	vfmadd231ps	192(%r8), %zmm0, %zmm26
	incq	%r11
	addq	16(%rsp), %r8
	cmpq	%r11, %r10
	jne	.LBB0_32
	jmp	.LBB0_36
	.p2align	4
.LBB0_33:
	testl	%r8d, %r8d
	jle	.LBB0_36
	vpbroadcastq	%r9, %zmm0
	vpsllq	$2, %zmm0, %zmm2
	vpaddq	%zmm2, %zmm9, %zmm0
	vpaddq	%zmm2, %zmm10, %zmm4
	vpaddq	%zmm2, %zmm11, %zmm15
	vpaddq	%zmm2, %zmm8, %zmm16
	vpaddq	%zmm2, %zmm7, %zmm17
	vpaddq	%zmm2, %zmm12, %zmm18
	vpaddq	%zmm2, %zmm13, %zmm19
	vpaddq	%zmm2, %zmm14, %zmm20
	xorl	%r11d, %r11d
	xorl	%ebx, %ebx
	.p2align	4
.LBB0_35:
	vpbroadcastq	%r11, %zmm2
	vpsllq	$2, %zmm2, %zmm2
	vpaddq	%zmm2, %zmm20, %zmm21
	kxnorb	%k0, %k0, %k1
	vpxord	%xmm22, %xmm22, %xmm22
	vgatherqps	(,%zmm21), %ymm22 {%k1}
	vpaddq	%zmm2, %zmm19, %zmm21
	kxnorb	%k0, %k0, %k1
	vpxord	%xmm23, %xmm23, %xmm23
	vgatherqps	(,%zmm21), %ymm23 {%k1}
	vpaddq	%zmm2, %zmm18, %zmm21
	kxnorb	%k0, %k0, %k1
	vpxord	%xmm24, %xmm24, %xmm24
	vgatherqps	(,%zmm21), %ymm24 {%k1}
	vpaddq	%zmm2, %zmm17, %zmm21
	kxnorb	%k0, %k0, %k1
	vpxord	%xmm27, %xmm27, %xmm27
	vgatherqps	(,%zmm21), %ymm27 {%k1}
	vpaddq	%zmm2, %zmm4, %zmm21
	kxnorb	%k0, %k0, %k1
	vpxord	%xmm28, %xmm28, %xmm28
	vgatherqps	(,%zmm21), %ymm28 {%k1}
	vpaddq	%zmm2, %zmm15, %zmm21
	kxnorb	%k0, %k0, %k1
	vpxord	%xmm29, %xmm29, %xmm29
	vgatherqps	(,%zmm21), %ymm29 {%k1}
	vpaddq	%zmm2, %zmm16, %zmm21
	kxnorb	%k0, %k0, %k1
	vpxord	%xmm30, %xmm30, %xmm30
	vgatherqps	(,%zmm21), %ymm30 {%k1}
	vpaddq	%zmm2, %zmm0, %zmm2
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm21, %xmm21, %xmm21
	vgatherqps	(,%zmm2), %ymm21 {%k1}
	vinsertf64x4	$1, %ymm22, %zmm23, %zmm2
	vinsertf64x4	$1, %ymm24, %zmm27, %zmm22
	vinsertf64x4	$1, %ymm28, %zmm29, %zmm23
	vinsertf64x4	$1, %ymm30, %zmm21, %zmm21
	vbroadcastss	4352(%rbp,%rbx,4), %zmm24
	vfmadd231ps	%zmm21, %zmm24, %zmm25
	vfmadd231ps	%zmm23, %zmm24, %zmm5
	vfmadd231ps	%zmm22, %zmm24, %zmm6
	vfmadd231ps	%zmm2, %zmm24, %zmm26
	incq	%rbx
	addq	%r14, %r11
	cmpq	%rbx, %r10
	jne	.LBB0_35
	jmp	.LBB0_36
.LBB0_42:
	movl	-116(%rsp), %eax
	xorl	%edx, %edx
	divl	%ecx
.LBB0_44:
	testl	%r8d, %r8d
	movl	$0, %ecx
	cmovneq	%rdx, %rcx
	cmpq	56(%rsp), %rcx
	setle	%al
	testq	%rcx, %rcx
	setns	%dl
	cmpl	$64, -104(%rsp)
	jl	.LBB0_61
	vpxor	%xmm5, %xmm5, %xmm5
	cmpl	$64, %r8d
	setge	%sil
	cmpl	$0, -116(%rsp)
	setns	%dil
	testl	%r8d, %r8d
	je	.LBB0_46
	vmovdqu64	1072(%rsp), %zmm1
	vpcmpnltq	%zmm5, %zmm1, %k1
	movq	-88(%rsp), %r8
	vpbroadcastq	%r8, %zmm14
	vporq	.LCPI0_1(%rip), %zmm14, %zmm13
	vporq	.LCPI0_2(%rip), %zmm14, %zmm12
	vporq	.LCPI0_3(%rip), %zmm14, %zmm10
	vporq	.LCPI0_4(%rip), %zmm14, %zmm11
	vporq	.LCPI0_5(%rip), %zmm14, %zmm9
	vporq	.LCPI0_6(%rip), %zmm14, %zmm23
	vmovdqu64	%zmm23, 624(%rsp)
	vporq	.LCPI0_7(%rip), %zmm14, %zmm26
	vmovdqu64	%zmm26, 688(%rsp)
	vporq	.LCPI0_8(%rip), %zmm14, %zmm29
	vmovdqu64	%zmm29, 240(%rsp)
	vpmovq2m	%zmm14, %k2
	vpsubq	%zmm29, %zmm5, %zmm29 {%k2}
	vpsubq	%zmm26, %zmm5, %zmm26 {%k2}
	vpsubq	%zmm23, %zmm5, %zmm23 {%k2}
	vmovdqa64	%zmm9, %zmm20
	vpsubq	%zmm9, %zmm5, %zmm20 {%k2}
	vmovdqa64	%zmm11, %zmm15
	vpsubq	%zmm11, %zmm5, %zmm15 {%k2}
	vmovdqa64	%zmm10, %zmm16
	vpsubq	%zmm10, %zmm5, %zmm16 {%k2}
	vmovdqa64	%zmm12, %zmm17
	vpsubq	%zmm12, %zmm5, %zmm17 {%k2}
	vmovdqa64	%zmm13, %zmm18
	vpsubq	%zmm13, %zmm5, %zmm18 {%k2}
	vcvtuqq2pd	%zmm18, %zmm30
	vcvtuqq2pd	%zmm17, %zmm0
	vcvtuqq2pd	%zmm16, %zmm2
	vcvtuqq2pd	%zmm15, %zmm4
	vcvtuqq2pd	%zmm20, %zmm19
	vcvtuqq2pd	%zmm23, %zmm21
	vcvtuqq2pd	%zmm26, %zmm22
	vcvtuqq2pd	%zmm29, %zmm24
	vmovupd	1008(%rsp), %zmm3
	vmulpd	%zmm24, %zmm3, %zmm24
	vmulpd	%zmm22, %zmm3, %zmm25
	vmulpd	%zmm21, %zmm3, %zmm21
	vmulpd	%zmm19, %zmm3, %zmm22
	vmulpd	%zmm4, %zmm3, %zmm27
	vmulpd	%zmm2, %zmm3, %zmm2
	vmulpd	%zmm0, %zmm3, %zmm0
	vcvttpd2uqq	%zmm0, %zmm19
	vcvttpd2uqq	%zmm22, %zmm22
	vcvttpd2uqq	%zmm21, %zmm28
	vcvttpd2uqq	%zmm25, %zmm8
	vcvttpd2uqq	%zmm24, %zmm4
	vpxor	%xmm0, %xmm0, %xmm0
	vpmullq	%zmm4, %zmm1, %zmm0
	vpmullq	%zmm8, %zmm1, %zmm7
	vpmullq	%zmm28, %zmm1, %zmm31
	vpxord	%xmm25, %xmm25, %xmm25
	vpmullq	%zmm22, %zmm1, %zmm25
	vcvttpd2uqq	%zmm2, %zmm21
	vcvttpd2uqq	%zmm27, %zmm24
	vpxord	%xmm27, %xmm27, %xmm27
	vpmullq	%zmm24, %zmm1, %zmm27
	vpsubq	%zmm0, %zmm29, %zmm0
	vcvtqq2pd	%zmm0, %zmm2
	vmulpd	%zmm2, %zmm3, %zmm2
	vrndscalepd	$9, %zmm2, %zmm2
	vcvttpd2qq	%zmm2, %zmm2
	vpaddq	%zmm2, %zmm4, %zmm4
	vpmullq	%zmm2, %zmm1, %zmm2
	vpsubq	%zmm2, %zmm0, %zmm0
	vpsraq	$63, %zmm0, %zmm2
	vpaddq	%zmm2, %zmm4, %zmm4
	vpmullq	%zmm21, %zmm1, %zmm6
	vpcmpnltq	%zmm1, %zmm0, %k0
	vpmovm2q	%k0, %zmm0
	vpcmpnltuq	%zmm1, %zmm29, %k0
	vpmovm2q	%k0, %zmm29
	vpsrlq	$63, %zmm29, %zmm29
	vpsubq	%zmm0, %zmm4, %zmm29 {%k1}
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm19, %zmm1, %zmm2
	vmulpd	%zmm30, %zmm3, %zmm4
	vpsubq	%zmm7, %zmm26, %zmm7
	vcvtqq2pd	%zmm7, %zmm30
	vmulpd	%zmm30, %zmm3, %zmm30
	vrndscalepd	$9, %zmm30, %zmm0
	vcvttpd2uqq	%zmm4, %zmm30
	vcvttpd2qq	%zmm0, %zmm0
	vpaddq	%zmm0, %zmm8, %zmm4
	vpmullq	%zmm0, %zmm1, %zmm0
	vpsubq	%zmm0, %zmm7, %zmm0
	vpsraq	$63, %zmm0, %zmm7
	vpaddq	%zmm7, %zmm4, %zmm7
	vpxor	%xmm4, %xmm4, %xmm4
	vpmullq	%zmm30, %zmm1, %zmm4
	vpsubq	%zmm4, %zmm18, %zmm8
	vpsubq	%zmm2, %zmm17, %zmm2
	vpsubq	%zmm6, %zmm16, %zmm6
	vpsubq	%zmm31, %zmm23, %zmm31
	vpcmpnltq	%zmm1, %zmm0, %k0
	vpmovm2q	%k0, %zmm0
	vpcmpnltuq	%zmm1, %zmm26, %k0
	vpmovm2q	%k0, %zmm4
	vpsrlq	$63, %zmm4, %zmm4
	vpsubq	%zmm0, %zmm7, %zmm4 {%k1}
	vcvtqq2pd	%zmm31, %zmm0
	vmulpd	%zmm0, %zmm3, %zmm0
	vrndscalepd	$9, %zmm0, %zmm0
	vcvttpd2qq	%zmm0, %zmm0
	vpxor	%xmm7, %xmm7, %xmm7
	vpmullq	%zmm0, %zmm1, %zmm7
	vpaddq	%zmm0, %zmm28, %zmm0
	vcvtqq2pd	%zmm6, %zmm26
	vpsubq	%zmm7, %zmm31, %zmm7
	vpsraq	$63, %zmm7, %zmm28
	vpaddq	%zmm28, %zmm0, %zmm28
	vcvtqq2pd	%zmm2, %zmm31
	vpcmpnltq	%zmm1, %zmm7, %k0
	vpmovm2q	%k0, %zmm7
	vpcmpnltuq	%zmm1, %zmm23, %k0
	vpmovm2q	%k0, %zmm0
	vpsrlq	$63, %zmm0, %zmm0
	vpsubq	%zmm7, %zmm28, %zmm0 {%k1}
	vcvtqq2pd	%zmm8, %zmm7
	vmulpd	%zmm7, %zmm3, %zmm7
	vmulpd	%zmm31, %zmm3, %zmm23
	vmulpd	%zmm26, %zmm3, %zmm26
	vrndscalepd	$9, %zmm26, %zmm26
	vrndscalepd	$9, %zmm23, %zmm28
	vrndscalepd	$9, %zmm7, %zmm7
	vcvttpd2qq	%zmm7, %zmm23
	vcvttpd2qq	%zmm28, %zmm7
	vpxord	%xmm28, %xmm28, %xmm28
	vpmullq	%zmm7, %zmm1, %zmm28
	vpxord	%xmm31, %xmm31, %xmm31
	vpmullq	%zmm23, %zmm1, %zmm31
	vpsubq	%zmm31, %zmm8, %zmm8
	vcvttpd2qq	%zmm26, %zmm26
	vpsubq	%zmm28, %zmm2, %zmm28
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm26, %zmm1, %zmm2
	vpsubq	%zmm27, %zmm15, %zmm27
	vpsubq	%zmm2, %zmm6, %zmm6
	vcvtqq2pd	%zmm27, %zmm2
	vmulpd	%zmm2, %zmm3, %zmm2
	vrndscalepd	$9, %zmm2, %zmm2
	vpsubq	%zmm25, %zmm20, %zmm25
	vcvttpd2qq	%zmm2, %zmm2
	vpaddq	%zmm2, %zmm24, %zmm24
	vpmullq	%zmm2, %zmm1, %zmm2
	vpsubq	%zmm2, %zmm27, %zmm27
	vcvtqq2pd	%zmm25, %zmm2
	vmulpd	%zmm2, %zmm3, %zmm2
	vrndscalepd	$9, %zmm2, %zmm2
	vcvttpd2qq	%zmm2, %zmm2
	vpaddq	%zmm2, %zmm22, %zmm22
	vpmullq	%zmm2, %zmm1, %zmm2
	vpsubq	%zmm2, %zmm25, %zmm2
	vpsraq	$63, %zmm2, %zmm25
	vpaddq	%zmm25, %zmm22, %zmm22
	vpsraq	$63, %zmm27, %zmm25
	vpaddq	%zmm25, %zmm24, %zmm24
	vpcmpnltq	%zmm1, %zmm8, %k0
	vpmovm2q	%k0, %zmm25
	vpcmpnltq	%zmm1, %zmm2, %k0
	vpmovm2q	%k0, %zmm31
	vpcmpnltuq	%zmm1, %zmm20, %k0
	vpmovm2q	%k0, %zmm2
	vpcmpnltq	%zmm1, %zmm28, %k0
	vpsrlq	$63, %zmm2, %zmm2
	vpsubq	%zmm31, %zmm22, %zmm2 {%k1}
	vmovdqu64	880(%rsp), %zmm31
	vpmovm2q	%k0, %zmm20
	vpcmpnltq	%zmm1, %zmm6, %k0
	vpmovm2q	%k0, %zmm22
	vpcmpnltq	%zmm1, %zmm27, %k0
	vpmovm2q	%k0, %zmm27
	vpcmpnltuq	%zmm1, %zmm18, %k0
	vpmovm2q	%k0, %zmm18
	vpcmpnltuq	%zmm1, %zmm17, %k0
	vpmovm2q	%k0, %zmm17
	vpcmpnltuq	%zmm1, %zmm16, %k0
	vpmovm2q	%k0, %zmm16
	vpcmpnltuq	%zmm1, %zmm15, %k0
	vpmovm2q	%k0, %zmm15
	vpsrlq	$63, %zmm15, %zmm15
	vpsubq	%zmm27, %zmm24, %zmm15 {%k1}
	vmovdqa64	.LCPI0_12(%rip), %zmm27
	vmovdqa64	.LCPI0_11(%rip), %zmm24
	vpaddq	%zmm26, %zmm21, %zmm21
	vpsraq	$63, %zmm6, %zmm6
	vpaddq	%zmm6, %zmm21, %zmm6
	vpsrlq	$63, %zmm16, %zmm16
	vpsubq	%zmm22, %zmm6, %zmm16 {%k1}
	vmovdqa64	.LCPI0_9(%rip), %zmm22
	vpaddq	%zmm7, %zmm19, %zmm6
	vpsraq	$63, %zmm28, %zmm7
	vpaddq	%zmm7, %zmm6, %zmm6
	vpsrlq	$63, %zmm17, %zmm7
	vpsubq	%zmm20, %zmm6, %zmm7 {%k1}
	vpaddq	%zmm23, %zmm30, %zmm6
	vmovdqa64	.LCPI0_10(%rip), %zmm23
	vpsraq	$63, %zmm8, %zmm8
	vpaddq	%zmm8, %zmm6, %zmm6
	vpsrlq	$63, %zmm18, %zmm8
	vpsubq	%zmm25, %zmm6, %zmm8 {%k1}
	vmovdqu64	1136(%rsp), %zmm1
	vpxorq	%zmm1, %zmm14, %zmm6
	vpcmpnltq	%zmm5, %zmm6, %k1
	vpsubq	%zmm8, %zmm5, %zmm8 {%k1}
	vpsubq	%zmm7, %zmm5, %zmm7 {%k1}
	vpsubq	%zmm16, %zmm5, %zmm16 {%k1}
	vpsubq	%zmm15, %zmm5, %zmm15 {%k1}
	vpsubq	%zmm2, %zmm5, %zmm2 {%k1}
	vpsubq	%zmm0, %zmm5, %zmm0 {%k1}
	vpsubq	%zmm4, %zmm5, %zmm4 {%k1}
	vpxor	%xmm6, %xmm6, %xmm6
	vpmullq	%zmm1, %zmm8, %zmm6
	vpsubq	%zmm29, %zmm5, %zmm29 {%k1}
	vpaddq	%zmm13, %zmm6, %zmm13
	vpmullq	%zmm1, %zmm7, %zmm5
	vpaddq	%zmm12, %zmm5, %zmm12
	vpxor	%xmm5, %xmm5, %xmm5
	vpmullq	%zmm1, %zmm15, %zmm5
	vpxor	%xmm6, %xmm6, %xmm6
	vpmullq	%zmm1, %zmm16, %zmm6
	vpaddq	%zmm10, %zmm6, %zmm10
	vpaddq	%zmm11, %zmm5, %zmm11
	vpmullq	%zmm1, %zmm2, %zmm2
	vpaddq	%zmm9, %zmm2, %zmm9
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm1, %zmm4, %zmm2
	vpmullq	%zmm1, %zmm0, %zmm0
	vpaddq	624(%rsp), %zmm0, %zmm0
	vpaddq	688(%rsp), %zmm2, %zmm4
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm1, %zmm29, %zmm2
	vpaddq	240(%rsp), %zmm2, %zmm5
	testb	%dil, %sil
	jne	.LBB0_49
	jmp	.LBB0_50
.LBB0_67:
	movl	-116(%rsp), %eax
	movq	%rdx, %rsi
	xorl	%edx, %edx
	divl	%ecx
.LBB0_69:
	movq	152(%rsp), %rax
	imulq	-112(%rsp), %rax
	addq	%rsi, %rax
	movq	%rax, -24(%rsp)
	testl	%r8d, %r8d
	movl	$0, %eax
	cmovneq	%rdx, %rax
	cmpq	56(%rsp), %rax
	setle	-117(%rsp)
	testq	%rax, %rax
	setns	%cl
	cmpl	$64, -104(%rsp)
	jge	.LBB0_70
.LBB0_283:
	movq	152(%rsp), %rdx
	negq	%rdx
	cmpq	$15, %rdx
	movl	$15, %eax
	cmovgeq	%rax, %rdx
	imulq	-112(%rsp), %rdx
	movq	%rdx, %rcx
	sarq	$63, %rcx
	andq	%rdx, %rcx
	testq	%rdx, %rdx
	movl	$0, %eax
	cmovleq	%rax, %rdx
	movq	-48(%rsp), %rsi
	cmpq	$2, %rsi
	movl	$1, %eax
	cmovlq	%rax, %rsi
	cmpq	$64, %rsi
	movl	$64, %eax
	cmovgeq	%rax, %rsi
	movq	-96(%rsp), %rax
	movq	-24(%rsp), %rdi
	leaq	(%rax,%rdi,4), %rax
	leaq	(%rax,%rcx,4), %rcx
	leaq	(%rax,%rdx,4), %rdx
	movl	%esi, %esi
	leaq	(%rdx,%rsi,4), %rdx
	cmpq	%rcx, 86160(%rbp)
	seta	%cl
	cmpq	%rdx, 86152(%rbp)
	setb	%dl
	andb	%cl, %dl
	movzbl	%dl, %ecx
	addq	%rcx, 86168(%rbp)
	movq	384(%rsp), %rcx
	vpbroadcastd	%ecx, %zmm0
	movq	%rbp, %rcx
	xorl	%edx, %edx
	movq	136(%rsp), %rdi
	movl	$65535, %r9d
	movq	144(%rsp), %r10
	.p2align	4
.LBB0_284:
	vmovups	(%rcx), %zmm1
	vmovups	64(%rcx), %zmm2
	vmovups	128(%rcx), %zmm3
	vmovups	192(%rcx), %zmm4
	cmpq	%r10, %rdx
	movl	$0, %esi
	cmovll	%r9d, %esi
	kmovd	%esi, %k1
	vpcmpnleud	%zmm23, %zmm0, %k2 {%k1}
	vmovups	%zmm4, 192(%rax) {%k2}
	vpcmpnleud	%zmm22, %zmm0, %k2 {%k1}
	vmovups	%zmm3, 128(%rax) {%k2}
	vpcmpnleud	%zmm27, %zmm0, %k2 {%k1}
	vmovups	%zmm2, 64(%rax) {%k2}
	vpcmpnleud	%zmm24, %zmm0, %k1 {%k1}
	vmovups	%zmm1, (%rax) {%k1}
	incq	%rdx
	addq	$256, %rcx
	addq	%rdi, %rax
	cmpq	$16, %rdx
	jne	.LBB0_284
	jmp	.LBB0_285
.LBB0_70:
	vpxor	%xmm15, %xmm15, %xmm15
	cmpl	$64, %r8d
	setge	688(%rsp)
	movq	144(%rsp), %rdx
	cmpq	$12, %rdx
	movl	$12, %esi
	cmovlq	%rdx, %rsi
	movq	%rsi, 80(%rsp)
	movq	376(%rsp), %rdx
	movq	-24(%rsp), %rsi
	addq	%rsi, %rdx
	cmpl	$0, -116(%rsp)
	setns	%sil
	testl	%r8d, %r8d
	je	.LBB0_71
	vmovdqu64	1072(%rsp), %zmm1
	vpcmpnltq	%zmm15, %zmm1, %k1
	movq	-88(%rsp), %rdi
	vpbroadcastq	%rdi, %zmm13
	vporq	%zmm25, %zmm13, %zmm12
	vporq	%zmm26, %zmm13, %zmm11
	vporq	%zmm28, %zmm13, %zmm9
	vporq	%zmm29, %zmm13, %zmm10
	vporq	%zmm18, %zmm13, %zmm8
	vporq	%zmm19, %zmm13, %zmm22
	vmovdqu64	%zmm22, 496(%rsp)
	vporq	%zmm20, %zmm13, %zmm25
	vmovdqu64	%zmm25, 560(%rsp)
	vporq	%zmm21, %zmm13, %zmm28
	vmovdqu64	%zmm28, 240(%rsp)
	vpmovq2m	%zmm13, %k2
	vpsubq	%zmm28, %zmm15, %zmm28 {%k2}
	vpsubq	%zmm25, %zmm15, %zmm25 {%k2}
	vpsubq	%zmm22, %zmm15, %zmm22 {%k2}
	vmovdqa64	%zmm8, %zmm19
	vpsubq	%zmm8, %zmm15, %zmm19 {%k2}
	vmovdqa64	%zmm10, %zmm14
	vpsubq	%zmm10, %zmm15, %zmm14 {%k2}
	vpxor	%xmm7, %xmm7, %xmm7
	vmovdqa64	%zmm9, %zmm15
	vpsubq	%zmm9, %zmm7, %zmm15 {%k2}
	vmovdqa64	%zmm11, %zmm16
	vpsubq	%zmm11, %zmm7, %zmm16 {%k2}
	vmovdqa64	%zmm12, %zmm17
	vpsubq	%zmm12, %zmm7, %zmm17 {%k2}
	vcvtuqq2pd	%zmm17, %zmm29
	vcvtuqq2pd	%zmm16, %zmm0
	vcvtuqq2pd	%zmm15, %zmm2
	vcvtuqq2pd	%zmm14, %zmm4
	vcvtuqq2pd	%zmm19, %zmm18
	vcvtuqq2pd	%zmm22, %zmm20
	vcvtuqq2pd	%zmm25, %zmm21
	vcvtuqq2pd	%zmm28, %zmm23
	vmovupd	1008(%rsp), %zmm3
	vmulpd	%zmm23, %zmm3, %zmm23
	vmulpd	%zmm21, %zmm3, %zmm24
	vmulpd	%zmm20, %zmm3, %zmm20
	vmulpd	%zmm18, %zmm3, %zmm21
	vmulpd	%zmm4, %zmm3, %zmm26
	vmulpd	%zmm2, %zmm3, %zmm2
	vmulpd	%zmm0, %zmm3, %zmm0
	vcvttpd2uqq	%zmm0, %zmm18
	vcvttpd2uqq	%zmm21, %zmm21
	vcvttpd2uqq	%zmm20, %zmm27
	vcvttpd2uqq	%zmm24, %zmm31
	vcvttpd2uqq	%zmm23, %zmm0
	vpxord	%xmm23, %xmm23, %xmm23
	vpmullq	%zmm0, %zmm1, %zmm23
	vpxor	%xmm4, %xmm4, %xmm4
	vpmullq	%zmm31, %zmm1, %zmm4
	vpmullq	%zmm27, %zmm1, %zmm30
	vpxord	%xmm24, %xmm24, %xmm24
	vpmullq	%zmm21, %zmm1, %zmm24
	vcvttpd2uqq	%zmm2, %zmm20
	vcvttpd2uqq	%zmm26, %zmm5
	vpxord	%xmm26, %xmm26, %xmm26
	vpmullq	%zmm5, %zmm1, %zmm26
	vpsubq	%zmm23, %zmm28, %zmm23
	vcvtqq2pd	%zmm23, %zmm6
	vmulpd	%zmm6, %zmm3, %zmm6
	vrndscalepd	$9, %zmm6, %zmm6
	vcvttpd2qq	%zmm6, %zmm6
	vpaddq	%zmm6, %zmm0, %zmm0
	vpmullq	%zmm6, %zmm1, %zmm6
	vpsubq	%zmm6, %zmm23, %zmm6
	vpsraq	$63, %zmm6, %zmm23
	vpaddq	%zmm23, %zmm0, %zmm23
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm20, %zmm1, %zmm2
	vpcmpnltq	%zmm1, %zmm6, %k0
	vpmovm2q	%k0, %zmm6
	vpcmpnltuq	%zmm1, %zmm28, %k0
	vpmovm2q	%k0, %zmm28
	vpsrlq	$63, %zmm28, %zmm28
	vpsubq	%zmm6, %zmm23, %zmm28 {%k1}
	vpxor	%xmm6, %xmm6, %xmm6
	vpmullq	%zmm18, %zmm1, %zmm6
	vmulpd	%zmm29, %zmm3, %zmm23
	vpsubq	%zmm4, %zmm25, %zmm4
	vcvtqq2pd	%zmm4, %zmm29
	vmulpd	%zmm29, %zmm3, %zmm29
	vrndscalepd	$9, %zmm29, %zmm0
	vcvttpd2uqq	%zmm23, %zmm29
	vcvttpd2qq	%zmm0, %zmm0
	vpaddq	%zmm0, %zmm31, %zmm23
	vpmullq	%zmm0, %zmm1, %zmm0
	vpsubq	%zmm0, %zmm4, %zmm0
	vpsraq	$63, %zmm0, %zmm4
	vpaddq	%zmm4, %zmm23, %zmm23
	vpxor	%xmm4, %xmm4, %xmm4
	vpmullq	%zmm29, %zmm1, %zmm4
	vpsubq	%zmm4, %zmm17, %zmm31
	vpsubq	%zmm6, %zmm16, %zmm6
	vpsubq	%zmm2, %zmm15, %zmm2
	vpsubq	%zmm30, %zmm22, %zmm30
	vpcmpnltq	%zmm1, %zmm0, %k0
	vpmovm2q	%k0, %zmm0
	vpcmpnltuq	%zmm1, %zmm25, %k0
	vpmovm2q	%k0, %zmm4
	vpsrlq	$63, %zmm4, %zmm4
	vpsubq	%zmm0, %zmm23, %zmm4 {%k1}
	vcvtqq2pd	%zmm30, %zmm0
	vmulpd	%zmm0, %zmm3, %zmm0
	vrndscalepd	$9, %zmm0, %zmm0
	vcvttpd2qq	%zmm0, %zmm0
	vpxord	%xmm23, %xmm23, %xmm23
	vpmullq	%zmm0, %zmm1, %zmm23
	vpaddq	%zmm0, %zmm27, %zmm0
	vcvtqq2pd	%zmm2, %zmm25
	vpsubq	%zmm23, %zmm30, %zmm23
	vpsraq	$63, %zmm23, %zmm27
	vpaddq	%zmm27, %zmm0, %zmm27
	vcvtqq2pd	%zmm6, %zmm30
	vpcmpnltq	%zmm1, %zmm23, %k0
	vpmovm2q	%k0, %zmm23
	vpcmpnltuq	%zmm1, %zmm22, %k0
	vpmovm2q	%k0, %zmm0
	vpsrlq	$63, %zmm0, %zmm0
	vpsubq	%zmm23, %zmm27, %zmm0 {%k1}
	vcvtqq2pd	%zmm31, %zmm22
	vmulpd	%zmm22, %zmm3, %zmm22
	vmulpd	%zmm30, %zmm3, %zmm23
	vmulpd	%zmm25, %zmm3, %zmm25
	vrndscalepd	$9, %zmm25, %zmm25
	vrndscalepd	$9, %zmm23, %zmm23
	vrndscalepd	$9, %zmm22, %zmm22
	vcvttpd2qq	%zmm22, %zmm22
	vcvttpd2qq	%zmm23, %zmm23
	vpxord	%xmm27, %xmm27, %xmm27
	vpmullq	%zmm23, %zmm1, %zmm27
	vpxord	%xmm30, %xmm30, %xmm30
	vpmullq	%zmm22, %zmm1, %zmm30
	vpsubq	%zmm30, %zmm31, %zmm30
	vcvttpd2qq	%zmm25, %zmm25
	vpsubq	%zmm27, %zmm6, %zmm6
	vpxord	%xmm27, %xmm27, %xmm27
	vpmullq	%zmm25, %zmm1, %zmm27
	vpsubq	%zmm26, %zmm14, %zmm26
	vpsubq	%zmm27, %zmm2, %zmm27
	vcvtqq2pd	%zmm26, %zmm2
	vmulpd	%zmm2, %zmm3, %zmm2
	vrndscalepd	$9, %zmm2, %zmm2
	vpsubq	%zmm24, %zmm19, %zmm24
	vcvttpd2qq	%zmm2, %zmm2
	vpaddq	%zmm2, %zmm5, %zmm5
	vpmullq	%zmm2, %zmm1, %zmm2
	vpsubq	%zmm2, %zmm26, %zmm26
	vcvtqq2pd	%zmm24, %zmm2
	vmulpd	%zmm2, %zmm3, %zmm2
	vrndscalepd	$9, %zmm2, %zmm2
	vcvttpd2qq	%zmm2, %zmm2
	vpaddq	%zmm2, %zmm21, %zmm21
	vpmullq	%zmm2, %zmm1, %zmm2
	vpsubq	%zmm2, %zmm24, %zmm2
	vpsraq	$63, %zmm2, %zmm24
	vpaddq	%zmm24, %zmm21, %zmm21
	vpsraq	$63, %zmm26, %zmm24
	vpaddq	%zmm24, %zmm5, %zmm5
	vpcmpnltq	%zmm1, %zmm30, %k0
	vpmovm2q	%k0, %zmm24
	vpcmpnltq	%zmm1, %zmm2, %k0
	vpmovm2q	%k0, %zmm31
	vpcmpnltuq	%zmm1, %zmm19, %k0
	vpmovm2q	%k0, %zmm2
	vpcmpnltq	%zmm1, %zmm6, %k0
	vpsrlq	$63, %zmm2, %zmm2
	vpsubq	%zmm31, %zmm21, %zmm2 {%k1}
	vmovdqu64	880(%rsp), %zmm31
	vpmovm2q	%k0, %zmm19
	vpcmpnltq	%zmm1, %zmm27, %k0
	vpmovm2q	%k0, %zmm21
	vpcmpnltq	%zmm1, %zmm26, %k0
	vpmovm2q	%k0, %zmm26
	vpcmpnltuq	%zmm1, %zmm17, %k0
	vpmovm2q	%k0, %zmm17
	vpcmpnltuq	%zmm1, %zmm16, %k0
	vpmovm2q	%k0, %zmm16
	vpcmpnltuq	%zmm1, %zmm15, %k0
	vpmovm2q	%k0, %zmm15
	vpcmpnltuq	%zmm1, %zmm14, %k0
	vpmovm2q	%k0, %zmm14
	vpsrlq	$63, %zmm14, %zmm14
	vpsubq	%zmm26, %zmm5, %zmm14 {%k1}
	vmovdqa64	.LCPI0_2(%rip), %zmm26
	vpaddq	%zmm25, %zmm20, %zmm5
	vmovdqa64	.LCPI0_1(%rip), %zmm25
	vpsraq	$63, %zmm27, %zmm20
	vmovdqa64	.LCPI0_12(%rip), %zmm27
	vpaddq	%zmm20, %zmm5, %zmm5
	vmovdqa64	.LCPI0_7(%rip), %zmm20
	vpsrlq	$63, %zmm15, %zmm15
	vpsubq	%zmm21, %zmm5, %zmm15 {%k1}
	vmovdqa64	.LCPI0_8(%rip), %zmm21
	vpaddq	%zmm23, %zmm18, %zmm5
	vmovdqa64	.LCPI0_5(%rip), %zmm18
	vmovdqa64	.LCPI0_10(%rip), %zmm23
	vpsraq	$63, %zmm6, %zmm6
	vpaddq	%zmm6, %zmm5, %zmm5
	vpsrlq	$63, %zmm16, %zmm6
	vpsubq	%zmm19, %zmm5, %zmm6 {%k1}
	vmovdqa64	.LCPI0_6(%rip), %zmm19
	vpaddq	%zmm22, %zmm29, %zmm5
	vmovdqa64	.LCPI0_4(%rip), %zmm29
	vmovdqa64	.LCPI0_9(%rip), %zmm22
	vpsraq	$63, %zmm30, %zmm16
	vpxord	%xmm30, %xmm30, %xmm30
	vpaddq	%zmm16, %zmm5, %zmm5
	vpsrlq	$63, %zmm17, %zmm16
	vpsubq	%zmm24, %zmm5, %zmm16 {%k1}
	vmovdqa64	.LCPI0_11(%rip), %zmm24
	vmovdqu64	1136(%rsp), %zmm1
	vpxorq	%zmm1, %zmm13, %zmm5
	vpcmpnltq	%zmm7, %zmm5, %k1
	vpsubq	%zmm16, %zmm7, %zmm16 {%k1}
	vpsubq	%zmm6, %zmm7, %zmm6 {%k1}
	vpsubq	%zmm15, %zmm7, %zmm15 {%k1}
	vpsubq	%zmm14, %zmm7, %zmm14 {%k1}
	vpsubq	%zmm2, %zmm7, %zmm2 {%k1}
	vpsubq	%zmm0, %zmm7, %zmm0 {%k1}
	vpsubq	%zmm4, %zmm7, %zmm4 {%k1}
	vpxor	%xmm5, %xmm5, %xmm5
	vpmullq	%zmm1, %zmm16, %zmm5
	vpsubq	%zmm28, %zmm7, %zmm28 {%k1}
	vpaddq	%zmm12, %zmm5, %zmm16
	vpxor	%xmm5, %xmm5, %xmm5
	vpmullq	%zmm1, %zmm6, %zmm5
	vpaddq	%zmm11, %zmm5, %zmm17
	vpxor	%xmm5, %xmm5, %xmm5
	vpmullq	%zmm1, %zmm14, %zmm5
	vpxor	%xmm6, %xmm6, %xmm6
	vpmullq	%zmm1, %zmm15, %zmm6
	vpaddq	%zmm9, %zmm6, %zmm3
	vmovdqu64	%zmm3, 624(%rsp)
	vpaddq	%zmm10, %zmm5, %zmm12
	vpmullq	%zmm1, %zmm2, %zmm2
	vpaddq	%zmm8, %zmm2, %zmm2
	vmovdqu64	%zmm2, 816(%rsp)
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm1, %zmm4, %zmm2
	vpmullq	%zmm1, %zmm0, %zmm0
	vpaddq	496(%rsp), %zmm0, %zmm0
	vmovdqu64	%zmm0, 496(%rsp)
	vpaddq	560(%rsp), %zmm2, %zmm0
	vmovdqu64	%zmm0, 560(%rsp)
	vpxor	%xmm0, %xmm0, %xmm0
	vpmullq	%zmm1, %zmm28, %zmm0
	vmovdqa64	.LCPI0_3(%rip), %zmm28
	vpaddq	240(%rsp), %zmm0, %zmm15
	jmp	.LBB0_73
.LBB0_46:
	vpxor	%xmm4, %xmm4, %xmm4
	vxorpd	%xmm0, %xmm0, %xmm0
	vpxor	%xmm9, %xmm9, %xmm9
	vpxor	%xmm11, %xmm11, %xmm11
	vpxor	%xmm10, %xmm10, %xmm10
	vpxor	%xmm12, %xmm12, %xmm12
	vpxor	%xmm13, %xmm13, %xmm13
	testb	%dil, %sil
	je	.LBB0_50
.LBB0_49:
	vpbroadcastq	%rcx, %zmm2
	vpaddq	.LCPI0_8(%rip), %zmm2, %zmm5
	vpaddq	.LCPI0_7(%rip), %zmm2, %zmm4
	vpaddq	.LCPI0_6(%rip), %zmm2, %zmm0
	vpaddq	.LCPI0_5(%rip), %zmm2, %zmm9
	vpaddq	.LCPI0_4(%rip), %zmm2, %zmm11
	vpaddq	.LCPI0_3(%rip), %zmm2, %zmm10
	vpaddq	.LCPI0_2(%rip), %zmm2, %zmm12
	vpaddq	.LCPI0_1(%rip), %zmm2, %zmm13
	vpcmpnltq	%zmm31, %zmm13, %k1
	kmovw	%k1, 240(%rsp)
	vpcmpnltq	%zmm31, %zmm12, %k2
	vpcmpnltq	%zmm31, %zmm10, %k3
	vpcmpnltq	%zmm31, %zmm11, %k4
	vpcmpnltq	%zmm31, %zmm9, %k5
	vpcmpnltq	%zmm31, %zmm0, %k6
	vpcmpnltq	%zmm31, %zmm4, %k7
	vpcmpnltq	%zmm31, %zmm5, %k1
	vpsubq	%zmm31, %zmm5, %zmm5 {%k1}
	vpsubq	%zmm31, %zmm4, %zmm4 {%k7}
	vpsubq	%zmm31, %zmm0, %zmm0 {%k6}
	vpsubq	%zmm31, %zmm9, %zmm9 {%k5}
	vpsubq	%zmm31, %zmm11, %zmm11 {%k4}
	vpsubq	%zmm31, %zmm10, %zmm10 {%k3}
	vpsubq	%zmm31, %zmm12, %zmm12 {%k2}
	kmovw	240(%rsp), %k1
	vpsubq	%zmm31, %zmm13, %zmm13 {%k1}
.LBB0_50:
	andb	%dl, %al
	movq	(%rsp), %rdx
	leaq	(%rdx,%rcx,4), %rcx
	vpsllq	$2, %zmm5, %zmm2
	vpbroadcastq	%rdx, %zmm5
	vpaddq	%zmm2, %zmm5, %zmm1
	vpsllq	$2, %zmm4, %zmm2
	vpaddq	%zmm2, %zmm5, %zmm3
	vpsllq	$2, %zmm0, %zmm0
	vpaddq	%zmm0, %zmm5, %zmm0
	vmovdqu64	%zmm0, 816(%rsp)
	vpsllq	$2, %zmm9, %zmm0
	vpaddq	%zmm0, %zmm5, %zmm0
	vmovdqu64	%zmm0, 560(%rsp)
	vpsllq	$2, %zmm11, %zmm0
	vpaddq	%zmm0, %zmm5, %zmm0
	vmovdqu64	%zmm0, 496(%rsp)
	vpsllq	$2, %zmm10, %zmm0
	vpaddq	%zmm0, %zmm5, %zmm0
	vmovdqu64	%zmm0, 304(%rsp)
	vpsllq	$2, %zmm12, %zmm0
	vpaddq	%zmm0, %zmm5, %zmm0
	vmovdqu64	%zmm0, 432(%rsp)
	vpsllq	$2, %zmm13, %zmm0
	vpaddq	%zmm0, %zmm5, %zmm0
	vmovdqu64	%zmm0, 752(%rsp)
	xorl	%edx, %edx
	movq	-32(%rsp), %rsi
	xorl	%edi, %edi
	xorl	%r9d, %r9d
	jmp	.LBB0_51
	.p2align	4
.LBB0_60:
	addq	$64, %rdi
	addq	96(%rsp), %r9
	vmovups	%zmm13, (%rbp)
	vmovups	%zmm14, 64(%rbp)
	vmovups	%zmm16, 128(%rbp)
	vmovups	%zmm17, 192(%rbp)
	vmovups	%zmm23, 256(%rbp)
	vmovups	%zmm20, 320(%rbp)
	vmovups	%zmm18, 384(%rbp)
	vmovups	%zmm15, 448(%rbp)
	vmovups	%zmm26, 512(%rbp)
	vmovups	%zmm24, 576(%rbp)
	vmovups	%zmm21, 640(%rbp)
	vmovups	%zmm19, 704(%rbp)
	vmovups	%zmm28, 768(%rbp)
	vmovups	%zmm27, 832(%rbp)
	vmovups	%zmm25, 896(%rbp)
	vmovups	%zmm22, 960(%rbp)
	incl	%edx
	addl	$-64, %esi
	addq	88(%rsp), %rcx
	cmpl	-4(%rsp), %edx
	vmovdqu64	880(%rsp), %zmm31
	vxorps	%xmm30, %xmm30, %xmm30
	vmovdqa64	.LCPI0_9(%rip), %zmm22
	vmovdqa64	.LCPI0_10(%rip), %zmm23
	vmovdqa64	.LCPI0_11(%rip), %zmm24
	vmovdqa64	.LCPI0_12(%rip), %zmm27
	vmovdqa64	.LCPI0_1(%rip), %zmm25
	vmovdqa64	.LCPI0_2(%rip), %zmm26
	vmovdqa64	.LCPI0_3(%rip), %zmm28
	vmovdqa64	.LCPI0_4(%rip), %zmm29
	vmovdqa64	.LCPI0_5(%rip), %zmm18
	vmovdqa64	.LCPI0_6(%rip), %zmm19
	vmovdqa64	.LCPI0_7(%rip), %zmm20
	vmovdqa64	.LCPI0_8(%rip), %zmm21
	je	.LBB0_61
.LBB0_51:
	movl	%esi, %r8d
	sarl	$31, %r8d
	andnl	%esi, %r8d, %r10d
	cmpq	$2, %r10
	movl	$1, %r8d
	cmovlq	%r8, %r10
	cmpq	$64, %r10
	movl	$64, %r15d
	cmovgeq	%r15, %r10
	movl	%edx, %r8d
	shll	$6, %r8d
	movq	-32(%rsp), %r11
	subl	%r8d, %r11d
	movq	104(%rsp), %r8
	leaq	(%r8,%rdi,4), %r8
	movl	%r11d, %ebx
	sarl	$31, %ebx
	andnl	%r11d, %ebx, %ebx
	cmpq	$64, %rbx
	cmovgeq	%r15, %rbx
	vpbroadcastd	%ebx, %zmm0
	movl	$17408, %ebx
	.p2align	4
.LBB0_52:
	vpcmpnleud	%zmm22, %zmm0, %k1
	vpcmpnleud	%zmm23, %zmm0, %k2
	vpcmpnleud	%zmm24, %zmm0, %k3
	vpcmpnleud	%zmm27, %zmm0, %k4
	vmovups	64(%r8), %zmm2 {%k4} {z}
	vmovups	(%r8), %zmm4 {%k3} {z}
	vmovups	192(%r8), %zmm5 {%k2} {z}
	vmovups	128(%r8), %zmm6 {%k1} {z}
	vmovups	%zmm6, 128(%rbp,%rbx)
	vmovups	%zmm5, 192(%rbp,%rbx)
	vmovups	%zmm4, (%rbp,%rbx)
	vmovups	%zmm2, 64(%rbp,%rbx)
	addq	$256, %rbx
	cmpq	$18432, %rbx
	jne	.LBB0_52
	testb	%al, %al
	je	.LBB0_57
	vmovups	(%rbp), %zmm13
	vmovups	64(%rbp), %zmm14
	vmovups	128(%rbp), %zmm16
	vmovups	192(%rbp), %zmm17
	vmovups	448(%rbp), %zmm15
	vmovups	384(%rbp), %zmm18
	vmovups	320(%rbp), %zmm20
	vmovups	256(%rbp), %zmm23
	vmovups	704(%rbp), %zmm19
	vmovups	640(%rbp), %zmm21
	vmovups	576(%rbp), %zmm24
	vmovups	512(%rbp), %zmm26
	vmovups	960(%rbp), %zmm22
	vmovups	896(%rbp), %zmm25
	vmovups	832(%rbp), %zmm27
	vmovups	768(%rbp), %zmm28
	testl	%r11d, %r11d
	movq	-80(%rsp), %r8
	jle	.LBB0_60
	movq	%rcx, %r11
	xorl	%ebx, %ebx
	.p2align	4
.LBB0_56:
	vmovups	(%r11), %zmm0
	vmovups	64(%r11), %zmm2
	vmovups	128(%r11), %zmm4
	vmovups	192(%r11), %zmm5
	vbroadcastss	17408(%rbp,%rbx,4), %zmm6
	vbroadcastss	17664(%rbp,%rbx,4), %zmm7
	vbroadcastss	17920(%rbp,%rbx,4), %zmm8
	vbroadcastss	18176(%rbp,%rbx,4), %zmm9
	vfmadd231ps	%zmm2, %zmm6, %zmm14
	vfmadd231ps	%zmm0, %zmm6, %zmm13
	vfmadd231ps	%zmm4, %zmm6, %zmm16
	vfmadd231ps	%zmm6, %zmm5, %zmm17
	vfmadd231ps	%zmm2, %zmm7, %zmm20
	vfmadd231ps	%zmm0, %zmm7, %zmm23
	vfmadd231ps	%zmm4, %zmm7, %zmm18
	vfmadd231ps	%zmm7, %zmm5, %zmm15
	vfmadd231ps	%zmm2, %zmm8, %zmm24
	vfmadd231ps	%zmm0, %zmm8, %zmm26
	vfmadd231ps	%zmm4, %zmm8, %zmm21
	vfmadd231ps	%zmm8, %zmm5, %zmm19
	vfmadd231ps	%zmm2, %zmm9, %zmm27
	vfmadd231ps	%zmm0, %zmm9, %zmm28
	vfmadd231ps	%zmm4, %zmm9, %zmm25
	vfmadd231ps	%zmm5, %zmm9, %zmm22
	incq	%rbx
	addq	16(%rsp), %r11
	cmpq	%rbx, %r10
	jne	.LBB0_56
	jmp	.LBB0_60
	.p2align	4
.LBB0_57:
	vmovups	(%rbp), %zmm13
	vmovups	64(%rbp), %zmm14
	vmovups	128(%rbp), %zmm16
	vmovups	192(%rbp), %zmm17
	vmovups	448(%rbp), %zmm15
	vmovups	384(%rbp), %zmm18
	vmovups	320(%rbp), %zmm20
	vmovups	256(%rbp), %zmm23
	vmovups	704(%rbp), %zmm19
	vmovups	640(%rbp), %zmm21
	vmovups	576(%rbp), %zmm24
	vmovups	512(%rbp), %zmm26
	vmovups	960(%rbp), %zmm22
	vmovups	896(%rbp), %zmm25
	vmovups	832(%rbp), %zmm27
	vmovups	768(%rbp), %zmm28
	testl	%r11d, %r11d
	movq	-80(%rsp), %r8
	jle	.LBB0_60
	vpbroadcastq	%r9, %zmm0
	vpsllq	$2, %zmm0, %zmm0
	vpaddq	816(%rsp), %zmm0, %zmm2
	vmovdqu64	%zmm2, 240(%rsp)
	vpaddq	560(%rsp), %zmm0, %zmm2
	vmovdqu64	%zmm2, 688(%rsp)
	vpaddq	496(%rsp), %zmm0, %zmm2
	vmovdqu64	%zmm2, 624(%rsp)
	vpaddq	%zmm0, %zmm3, %zmm5
	vpaddq	%zmm0, %zmm1, %zmm6
	vpaddq	304(%rsp), %zmm0, %zmm7
	vpaddq	432(%rsp), %zmm0, %zmm8
	vpaddq	752(%rsp), %zmm0, %zmm9
	xorl	%r11d, %r11d
	xorl	%ebx, %ebx
	.p2align	4
.LBB0_59:
	vpbroadcastq	%r11, %zmm0
	vpsllq	$2, %zmm0, %zmm0
	vpaddq	%zmm0, %zmm9, %zmm2
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm4, %xmm4, %xmm4
	vgatherqps	(,%zmm2), %ymm4 {%k1}
	vpaddq	%zmm0, %zmm8, %zmm2
	kxnorb	%k0, %k0, %k1
	vpxor	%xmm10, %xmm10, %xmm10
	vgatherqps	(,%zmm2), %ymm10 {%k1}
	vpaddq	%zmm0, %zmm7, %zmm2
	kxnorb	%k0, %k0, %k1
	vpxor	%xmm11, %xmm11, %xmm11
	vgatherqps	(,%zmm2), %ymm11 {%k1}
	vpaddq	%zmm0, %zmm6, %zmm2
	kxnorb	%k0, %k0, %k1
	vpxor	%xmm12, %xmm12, %xmm12
	vgatherqps	(,%zmm2), %ymm12 {%k1}
	vpaddq	688(%rsp), %zmm0, %zmm2
	kxnorb	%k0, %k0, %k1
	vpxord	%xmm29, %xmm29, %xmm29
	vgatherqps	(,%zmm2), %ymm29 {%k1}
	vpaddq	624(%rsp), %zmm0, %zmm2
	kxnorb	%k0, %k0, %k1
	vpxord	%xmm30, %xmm30, %xmm30
	vgatherqps	(,%zmm2), %ymm30 {%k1}
	vpaddq	%zmm0, %zmm5, %zmm2
	kxnorb	%k0, %k0, %k1
	vpxord	%xmm31, %xmm31, %xmm31
	vgatherqps	(,%zmm2), %ymm31 {%k1}
	vinsertf64x4	$1, %ymm4, %zmm10, %zmm2
	vpaddq	240(%rsp), %zmm0, %zmm0
	vinsertf64x4	$1, %ymm11, %zmm12, %zmm4
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm10, %xmm10, %xmm10
	vgatherqps	(,%zmm0), %ymm10 {%k1}
	vinsertf64x4	$1, %ymm29, %zmm30, %zmm0
	vinsertf64x4	$1, %ymm31, %zmm10, %zmm10
	vbroadcastss	17408(%rbp,%rbx,4), %zmm11
	vfmadd231ps	%zmm10, %zmm11, %zmm14
	vfmadd231ps	%zmm0, %zmm11, %zmm13
	vfmadd231ps	%zmm4, %zmm11, %zmm16
	vfmadd231ps	%zmm11, %zmm2, %zmm17
	vbroadcastss	17664(%rbp,%rbx,4), %zmm11
	vfmadd231ps	%zmm10, %zmm11, %zmm20
	vfmadd231ps	%zmm0, %zmm11, %zmm23
	vfmadd231ps	%zmm4, %zmm11, %zmm18
	vfmadd231ps	%zmm11, %zmm2, %zmm15
	vbroadcastss	17920(%rbp,%rbx,4), %zmm11
	vfmadd231ps	%zmm10, %zmm11, %zmm24
	vfmadd231ps	%zmm0, %zmm11, %zmm26
	vfmadd231ps	%zmm4, %zmm11, %zmm21
	vfmadd231ps	%zmm11, %zmm2, %zmm19
	vbroadcastss	18176(%rbp,%rbx,4), %zmm11
	vfmadd231ps	%zmm10, %zmm11, %zmm27
	vfmadd231ps	%zmm0, %zmm11, %zmm28
	vfmadd231ps	%zmm4, %zmm11, %zmm25
	vfmadd231ps	%zmm2, %zmm11, %zmm22
	incq	%rbx
	addq	%r14, %r11
	cmpq	%rbx, %r10
	jne	.LBB0_59
	jmp	.LBB0_60
.LBB0_61:
	movq	%r12, %r10
	movq	%r12, %rax
	movq	-112(%rsp), %rcx
	imulq	%rcx, %rax
	negq	%r10
	cmpq	$3, %r10
	movl	$3, %edx
	cmovgeq	%rdx, %r10
	imulq	%rcx, %r10
	movq	%r10, %rcx
	sarq	$63, %rcx
	andq	%r10, %rcx
	testq	%r10, %r10
	movl	$0, %edx
	cmovleq	%rdx, %r10
	movq	-48(%rsp), %r9
	cmpq	$2, %r9
	movl	$1, %edx
	cmovgeq	%r9, %rdx
	cmpq	$64, %rdx
	movl	$64, %edi
	cmovgeq	%rdi, %rdx
	movq	-96(%rsp), %rsi
	leaq	(%rsi,%rax,4), %rax
	movq	-88(%rsp), %rsi
	leaq	(%rax,%rsi,4), %rax
	leaq	(%rax,%rcx,4), %rcx
	leaq	(%rax,%r10,4), %rsi
	movl	%edx, %edx
	leaq	(%rsi,%rdx,4), %rdx
	cmpq	%rcx, 86160(%rbp)
	seta	%cl
	cmpq	%rdx, 86152(%rbp)
	setb	%dl
	andb	%cl, %dl
	movzbl	%dl, %ecx
	addq	%rcx, 86168(%rbp)
	movq	%r9, %rcx
	sarq	$63, %rcx
	andnq	%r9, %rcx, %rcx
	cmpq	$64, %rcx
	cmovgeq	%rdi, %rcx
	vpbroadcastd	%ecx, %zmm0
	movq	%rbp, %rcx
	xorl	%edx, %edx
	movq	136(%rsp), %rdi
	movl	$65535, %r9d
	.p2align	4
.LBB0_62:
	vmovups	(%rcx), %zmm2
	vmovups	64(%rcx), %zmm4
	vmovups	128(%rcx), %zmm5
	vmovups	192(%rcx), %zmm6
	cmpq	%r13, %rdx
	movl	$0, %esi
	cmovll	%r9d, %esi
	kmovd	%esi, %k1
	vpcmpnleud	%zmm23, %zmm0, %k2 {%k1}
	vmovups	%zmm6, 192(%rax) {%k2}
	vpcmpnleud	%zmm22, %zmm0, %k2 {%k1}
	vmovups	%zmm5, 128(%rax) {%k2}
	vpcmpnleud	%zmm27, %zmm0, %k2 {%k1}
	vmovups	%zmm4, 64(%rax) {%k2}
	vpcmpnleud	%zmm24, %zmm0, %k1 {%k1}
	vmovups	%zmm2, (%rax) {%k1}
	incq	%rdx
	addq	$256, %rcx
	addq	%rdi, %rax
	cmpq	$4, %rdx
	jne	.LBB0_62
	jmp	.LBB0_285
.LBB0_71:
	vxorpd	%xmm0, %xmm0, %xmm0
	vmovupd	%zmm0, 560(%rsp)
	vmovupd	%zmm0, 496(%rsp)
	vmovupd	%zmm0, 816(%rsp)
	vpxor	%xmm12, %xmm12, %xmm12
	vmovupd	%zmm0, 624(%rsp)
	vpxord	%xmm17, %xmm17, %xmm17
	vpxord	%xmm16, %xmm16, %xmm16
.LBB0_73:
	movq	72(%rsp), %rdi
	andb	%cl, -117(%rsp)
	andb	%sil, 688(%rsp)
	movq	-96(%rsp), %rcx
	leaq	(%rcx,%rdx,4), %rsi
	movq	%rsi, 48(%rsp)
	movq	-112(%rsp), %rsi
	addq	%rsi, %rdx
	leaq	(%rcx,%rdx,4), %r9
	movq	%r9, 40(%rsp)
	addq	%rsi, %rdx
	leaq	(%rcx,%rdx,4), %rcx
	movq	%rcx, 32(%rsp)
	movq	8(%rsp), %rcx
	leaq	(%rcx,%rdx,4), %rcx
	movq	%rcx, 24(%rsp)
	movq	(%rsp), %rcx
	leaq	(%rcx,%rax,4), %rax
	movq	%rax, 408(%rsp)
	movq	%rdi, %rax
	xorl	%r10d, %r10d
	movq	$0, -16(%rsp)
	movq	$0, 112(%rsp)
	vmovdqu64	%zmm15, 1328(%rsp)
	vmovdqu64	%zmm16, 1264(%rsp)
	vmovdqu64	%zmm17, 1200(%rsp)
	vmovdqu64	%zmm12, 944(%rsp)
	jmp	.LBB0_74
.LBB0_142:
	vmovups	%zmm7, 3072(%rbp)
	vmovups	%zmm8, 3328(%rbp)
	vmovups	%zmm9, 3584(%rbp)
	vmovups	%zmm6, 3840(%rbp)
	movq	-72(%rsp), %r14
.LBB0_281:
	movq	-64(%rsp), %r10
.LBB0_282:
	addq	$4, %r10
	movq	424(%rsp), %rax
	addq	$-4, %rax
	movq	72(%rsp), %rdi
	cmpq	%rdi, %r10
	jae	.LBB0_283
.LBB0_74:
	cmpq	$2, %rax
	movl	$1, %ecx
	movq	%rax, 424(%rsp)
	cmovgeq	%rax, %rcx
	cmpq	$4, %rcx
	movl	$4, %eax
	cmovgeq	%rax, %rcx
	movq	%rcx, 240(%rsp)
	subq	%r10, %rdi
	movq	%rdi, -40(%rsp)
	movq	%r10, -64(%rsp)
	jle	.LBB0_75
	movq	(%rsp), %rax
	movq	112(%rsp), %rcx
	leaq	(%rax,%rcx,4), %r14
	movq	408(%rsp), %rax
	leaq	(%rax,%rcx,4), %r9
	movq	400(%rsp), %r12
	movq	232(%rsp), %r13
	xorl	%esi, %esi
	movq	-16(%rsp), %r11
	jmp	.LBB0_77
	.p2align	4
.LBB0_108:
	movq	-16(%rsp), %r11
	addq	$64, %r11
	movq	112(%rsp), %rax
	addq	96(%rsp), %rax
	movq	%rax, 112(%rsp)
	incq	%rsi
	addq	$4096, %r13
	addq	$16384, %r12
	movq	88(%rsp), %rax
	addq	%rax, %r14
	addq	%rax, %r9
	cmpq	240(%rsp), %rsi
	movq	-64(%rsp), %r10
	je	.LBB0_109
.LBB0_77:
	leal	(%r10,%rsi), %eax
	shll	$6, %eax
	movq	-32(%rsp), %rcx
	subl	%eax, %ecx
	movslq	%ecx, %r15
	movq	%r15, %rax
	sarq	$63, %rax
	andnq	%r15, %rax, %rdi
	cmpq	$64, %rdi
	movl	$64, %eax
	cmovgeq	%rax, %rdi
	movq	%rsi, %rax
	shlq	$5, %rax
	movq	%rdi, 86040(%rbp,%rax)
	movq	%rsi, %rcx
	shlq	$12, %rcx
	addq	232(%rsp), %rcx
	cmpl	$64, %r15d
	movq	104(%rsp), %rdx
	leaq	(%rdx,%r11,4), %rdx
	cmovgeq	%rdx, %rcx
	jge	.LBB0_78
	vpbroadcastd	%edi, %zmm0
	xorl	%edi, %edi
	.p2align	4
.LBB0_80:
	vpcmpnleud	%zmm22, %zmm0, %k1
	vpcmpnleud	%zmm23, %zmm0, %k2
	vpcmpnleud	%zmm24, %zmm0, %k3
	vpcmpnleud	%zmm27, %zmm0, %k4
	vmovups	64(%rdx), %zmm2 {%k4} {z}
	vmovups	(%rdx), %zmm4 {%k3} {z}
	vmovups	192(%rdx), %zmm5 {%k2} {z}
	vmovups	128(%rdx), %zmm6 {%k1} {z}
	vmovups	%zmm6, 128(%r13,%rdi)
	vmovups	%zmm5, 192(%r13,%rdi)
	vmovups	%zmm4, (%r13,%rdi)
	vmovups	%zmm2, 64(%r13,%rdi)
	addq	$256, %rdi
	cmpq	$4096, %rdi
	jne	.LBB0_80
	movl	$64, %edx
	jmp	.LBB0_82
	.p2align	4
.LBB0_78:
	xorl	%edx, %edx
.LBB0_82:
	movq	%r11, -16(%rsp)
	movq	%rcx, 86016(%rbp,%rax)
	movq	%rdx, 86024(%rbp,%rax)
	cmpb	$0, -117(%rsp)
	je	.LBB0_88
	movq	%r9, %rax
	movq	%r12, %rcx
	xorl	%edx, %edx
	jmp	.LBB0_84
	.p2align	4
.LBB0_86:
	movb	%r8b, %dil
	shll	$6, %edi
	vmovdqu64	%zmm30, 192(%rcx,%rdi,4)
	vmovdqu64	%zmm30, 128(%rcx,%rdi,4)
	vmovdqu64	%zmm30, 64(%rcx,%rdi,4)
	vmovdqu64	%zmm30, (%rcx,%rdi,4)
.LBB0_87:
	incq	%rdx
	addq	$256, %rcx
	addq	16(%rsp), %rax
	cmpq	$64, %rdx
	movq	-80(%rsp), %r8
	je	.LBB0_108
.LBB0_84:
	xorl	%edi, %edi
	cmpq	%r15, %rdx
	setl	%r8b
	jge	.LBB0_86
	vmovdqu64	(%rax), %zmm0
	vmovdqu64	64(%rax), %zmm2
	vmovdqu64	128(%rax), %zmm4
	vmovdqu64	192(%rax), %zmm5
	vmovdqu64	%zmm4, 128(%rcx)
	vmovdqu64	%zmm5, 192(%rcx)
	vmovdqu64	%zmm0, (%rcx)
	vmovdqu64	%zmm2, 64(%rcx)
	jmp	.LBB0_87
	.p2align	4
.LBB0_88:
	movq	%r14, %rdi
	movq	%r12, %rbx
	xorl	%r10d, %r10d
	jmp	.LBB0_89
.LBB0_105:
	vmovdqu64	1072(%rsp), %zmm1
	vpcmpnltq	%zmm9, %zmm1, %k2
	vpbroadcastq	%rax, %zmm15
	vporq	%zmm25, %zmm15, %zmm14
	vporq	%zmm26, %zmm15, %zmm13
	vporq	%zmm28, %zmm15, %zmm11
	vporq	%zmm29, %zmm15, %zmm12
	vporq	%zmm18, %zmm15, %zmm10
	vporq	%zmm19, %zmm15, %zmm24
	vmovdqu64	%zmm24, 1392(%rsp)
	vporq	%zmm20, %zmm15, %zmm27
	vmovdqu64	%zmm27, 752(%rsp)
	vporq	%zmm21, %zmm15, %zmm30
	vmovdqu64	%zmm30, 432(%rsp)
	vpmovq2m	%zmm15, %k3
	vpsubq	%zmm30, %zmm9, %zmm30 {%k3}
	vpsubq	%zmm27, %zmm9, %zmm27 {%k3}
	vpsubq	%zmm24, %zmm9, %zmm24 {%k3}
	vmovdqa64	%zmm10, %zmm21
	vpsubq	%zmm10, %zmm9, %zmm21 {%k3}
	vmovdqa64	%zmm12, %zmm16
	vpsubq	%zmm12, %zmm9, %zmm16 {%k3}
	vmovdqa64	%zmm11, %zmm17
	vpsubq	%zmm11, %zmm9, %zmm17 {%k3}
	vmovdqa64	%zmm13, %zmm18
	vpsubq	%zmm13, %zmm9, %zmm18 {%k3}
	vmovdqa64	%zmm14, %zmm19
	vpsubq	%zmm14, %zmm9, %zmm19 {%k3}
	vcvtuqq2pd	%zmm19, %zmm5
	vcvtuqq2pd	%zmm18, %zmm0
	vcvtuqq2pd	%zmm17, %zmm2
	vcvtuqq2pd	%zmm16, %zmm4
	vcvtuqq2pd	%zmm21, %zmm20
	vcvtuqq2pd	%zmm24, %zmm22
	vcvtuqq2pd	%zmm27, %zmm23
	vcvtuqq2pd	%zmm30, %zmm25
	vmovupd	1008(%rsp), %zmm6
	vmulpd	%zmm25, %zmm6, %zmm25
	vmulpd	%zmm23, %zmm6, %zmm26
	vmulpd	%zmm22, %zmm6, %zmm22
	vmulpd	%zmm20, %zmm6, %zmm23
	vmulpd	%zmm4, %zmm6, %zmm28
	vmulpd	%zmm2, %zmm6, %zmm2
	vmulpd	%zmm0, %zmm6, %zmm0
	vcvttpd2uqq	%zmm0, %zmm20
	vcvttpd2uqq	%zmm23, %zmm23
	vcvttpd2uqq	%zmm22, %zmm29
	vcvttpd2uqq	%zmm26, %zmm4
	vcvttpd2uqq	%zmm25, %zmm7
	vpmullq	%zmm7, %zmm1, %zmm3
	vpxor	%xmm0, %xmm0, %xmm0
	vpmullq	%zmm4, %zmm1, %zmm0
	vpmullq	%zmm29, %zmm1, %zmm31
	vpxord	%xmm26, %xmm26, %xmm26
	vpmullq	%zmm23, %zmm1, %zmm26
	vcvttpd2uqq	%zmm2, %zmm22
	vcvttpd2uqq	%zmm28, %zmm25
	vpxord	%xmm28, %xmm28, %xmm28
	vpmullq	%zmm25, %zmm1, %zmm28
	vpsubq	%zmm3, %zmm30, %zmm2
	vcvtqq2pd	%zmm2, %zmm3
	vmulpd	%zmm3, %zmm6, %zmm3
	vrndscalepd	$9, %zmm3, %zmm3
	vcvttpd2qq	%zmm3, %zmm3
	vpaddq	%zmm3, %zmm7, %zmm7
	vpmullq	%zmm3, %zmm1, %zmm3
	vpsubq	%zmm3, %zmm2, %zmm3
	vpsraq	$63, %zmm3, %zmm2
	vpaddq	%zmm2, %zmm7, %zmm2
	vpxor	%xmm7, %xmm7, %xmm7
	vpmullq	%zmm22, %zmm1, %zmm7
	vpcmpnltq	%zmm1, %zmm3, %k0
	vpmovm2q	%k0, %zmm3
	vpcmpnltuq	%zmm1, %zmm30, %k0
	vpmovm2q	%k0, %zmm30
	vpsrlq	$63, %zmm30, %zmm30
	vpsubq	%zmm3, %zmm2, %zmm30 {%k2}
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm20, %zmm1, %zmm2
	vmulpd	%zmm5, %zmm6, %zmm3
	vpsubq	%zmm0, %zmm27, %zmm5
	vcvtqq2pd	%zmm5, %zmm0
	vmulpd	%zmm0, %zmm6, %zmm0
	vrndscalepd	$9, %zmm0, %zmm0
	vcvttpd2uqq	%zmm3, %zmm8
	vcvttpd2qq	%zmm0, %zmm0
	vpaddq	%zmm0, %zmm4, %zmm4
	vpmullq	%zmm0, %zmm1, %zmm0
	vpsubq	%zmm0, %zmm5, %zmm0
	vpsraq	$63, %zmm0, %zmm5
	vpaddq	%zmm5, %zmm4, %zmm5
	vpxor	%xmm4, %xmm4, %xmm4
	vpmullq	%zmm8, %zmm1, %zmm4
	vpsubq	%zmm4, %zmm19, %zmm3
	vpsubq	%zmm2, %zmm18, %zmm2
	vpsubq	%zmm7, %zmm17, %zmm7
	vpsubq	%zmm31, %zmm24, %zmm31
	vpcmpnltq	%zmm1, %zmm0, %k0
	vpmovm2q	%k0, %zmm0
	vpcmpnltuq	%zmm1, %zmm27, %k0
	vpmovm2q	%k0, %zmm4
	vpsrlq	$63, %zmm4, %zmm4
	vpsubq	%zmm0, %zmm5, %zmm4 {%k2}
	vcvtqq2pd	%zmm31, %zmm0
	vmulpd	%zmm0, %zmm6, %zmm0
	vrndscalepd	$9, %zmm0, %zmm0
	vcvttpd2qq	%zmm0, %zmm0
	vpxor	%xmm5, %xmm5, %xmm5
	vpmullq	%zmm0, %zmm1, %zmm5
	vpaddq	%zmm0, %zmm29, %zmm0
	vcvtqq2pd	%zmm7, %zmm27
	vpsubq	%zmm5, %zmm31, %zmm5
	vpsraq	$63, %zmm5, %zmm29
	vpaddq	%zmm29, %zmm0, %zmm0
	vcvtqq2pd	%zmm2, %zmm29
	vpcmpnltq	%zmm1, %zmm5, %k0
	vpmovm2q	%k0, %zmm31
	vpcmpnltuq	%zmm1, %zmm24, %k0
	vpmovm2q	%k0, %zmm5
	vpsrlq	$63, %zmm5, %zmm5
	vpsubq	%zmm31, %zmm0, %zmm5 {%k2}
	vcvtqq2pd	%zmm3, %zmm0
	vmulpd	%zmm0, %zmm6, %zmm0
	vmulpd	%zmm29, %zmm6, %zmm24
	vmulpd	%zmm27, %zmm6, %zmm27
	vrndscalepd	$9, %zmm27, %zmm27
	vrndscalepd	$9, %zmm24, %zmm29
	vrndscalepd	$9, %zmm0, %zmm0
	vcvttpd2qq	%zmm0, %zmm24
	vcvttpd2qq	%zmm29, %zmm0
	vpxord	%xmm29, %xmm29, %xmm29
	vpmullq	%zmm0, %zmm1, %zmm29
	vpxord	%xmm31, %xmm31, %xmm31
	vpmullq	%zmm24, %zmm1, %zmm31
	vpsubq	%zmm31, %zmm3, %zmm31
	vcvttpd2qq	%zmm27, %zmm27
	vpsubq	%zmm29, %zmm2, %zmm3
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm27, %zmm1, %zmm2
	vpsubq	%zmm28, %zmm16, %zmm28
	vpsubq	%zmm2, %zmm7, %zmm7
	vcvtqq2pd	%zmm28, %zmm2
	vmulpd	%zmm2, %zmm6, %zmm2
	vrndscalepd	$9, %zmm2, %zmm2
	vpsubq	%zmm26, %zmm21, %zmm26
	vcvttpd2qq	%zmm2, %zmm2
	vpaddq	%zmm2, %zmm25, %zmm25
	vpmullq	%zmm2, %zmm1, %zmm2
	vpsubq	%zmm2, %zmm28, %zmm28
	vcvtqq2pd	%zmm26, %zmm2
	vmulpd	%zmm2, %zmm6, %zmm2
	vrndscalepd	$9, %zmm2, %zmm2
	vcvttpd2qq	%zmm2, %zmm2
	vpaddq	%zmm2, %zmm23, %zmm23
	vpmullq	%zmm2, %zmm1, %zmm2
	vpsubq	%zmm2, %zmm26, %zmm2
	vpsraq	$63, %zmm2, %zmm26
	vpaddq	%zmm26, %zmm23, %zmm23
	vpsraq	$63, %zmm28, %zmm26
	vpaddq	%zmm26, %zmm25, %zmm25
	vpcmpnltq	%zmm1, %zmm31, %k0
	vpmovm2q	%k0, %zmm26
	vpcmpnltq	%zmm1, %zmm2, %k0
	vpmovm2q	%k0, %zmm29
	vpcmpnltuq	%zmm1, %zmm21, %k0
	vpmovm2q	%k0, %zmm2
	vpcmpnltq	%zmm1, %zmm3, %k0
	vpsrlq	$63, %zmm2, %zmm2
	vpsubq	%zmm29, %zmm23, %zmm2 {%k2}
	vmovdqa64	.LCPI0_4(%rip), %zmm29
	vpmovm2q	%k0, %zmm21
	vpcmpnltq	%zmm1, %zmm7, %k0
	vpmovm2q	%k0, %zmm23
	vpcmpnltq	%zmm1, %zmm28, %k0
	vpmovm2q	%k0, %zmm28
	vpcmpnltuq	%zmm1, %zmm19, %k0
	vpmovm2q	%k0, %zmm19
	vpcmpnltuq	%zmm1, %zmm18, %k0
	vpmovm2q	%k0, %zmm18
	vpcmpnltuq	%zmm1, %zmm17, %k0
	vpmovm2q	%k0, %zmm17
	vpcmpnltuq	%zmm1, %zmm16, %k0
	vpmovm2q	%k0, %zmm16
	vpsrlq	$63, %zmm16, %zmm16
	vpsubq	%zmm28, %zmm25, %zmm16 {%k2}
	vmovdqa64	.LCPI0_3(%rip), %zmm28
	vmovdqa64	.LCPI0_1(%rip), %zmm25
	vpaddq	%zmm27, %zmm22, %zmm22
	vmovdqa64	.LCPI0_12(%rip), %zmm27
	vpsraq	$63, %zmm7, %zmm7
	vpaddq	%zmm7, %zmm22, %zmm7
	vmovdqa64	.LCPI0_9(%rip), %zmm22
	vpsrlq	$63, %zmm17, %zmm17
	vpsubq	%zmm23, %zmm7, %zmm17 {%k2}
	vmovdqa64	.LCPI0_10(%rip), %zmm23
	vpaddq	%zmm0, %zmm20, %zmm0
	vmovdqa64	.LCPI0_7(%rip), %zmm20
	vpsraq	$63, %zmm3, %zmm1
	vpaddq	%zmm1, %zmm0, %zmm0
	vpsrlq	$63, %zmm18, %zmm1
	vmovdqa64	.LCPI0_5(%rip), %zmm18
	vpsubq	%zmm21, %zmm0, %zmm1 {%k2}
	vmovdqa64	.LCPI0_8(%rip), %zmm21
	vpaddq	%zmm24, %zmm8, %zmm0
	vmovdqa64	.LCPI0_11(%rip), %zmm24
	vpsraq	$63, %zmm31, %zmm3
	vmovdqu64	880(%rsp), %zmm31
	vpaddq	%zmm3, %zmm0, %zmm0
	vpsrlq	$63, %zmm19, %zmm3
	vmovdqa64	.LCPI0_6(%rip), %zmm19
	vpsubq	%zmm26, %zmm0, %zmm3 {%k2}
	vmovdqa64	.LCPI0_2(%rip), %zmm26
	vmovdqu64	1136(%rsp), %zmm7
	vpxorq	%zmm7, %zmm15, %zmm0
	vmovdqu64	1328(%rsp), %zmm15
	vpcmpnltq	%zmm9, %zmm0, %k2
	vpsubq	%zmm3, %zmm9, %zmm3 {%k2}
	vpsubq	%zmm1, %zmm9, %zmm1 {%k2}
	vpsubq	%zmm17, %zmm9, %zmm17 {%k2}
	vpsubq	%zmm16, %zmm9, %zmm16 {%k2}
	vpsubq	%zmm2, %zmm9, %zmm2 {%k2}
	vpsubq	%zmm5, %zmm9, %zmm5 {%k2}
	vpsubq	%zmm4, %zmm9, %zmm4 {%k2}
	vpxor	%xmm0, %xmm0, %xmm0
	vpmullq	%zmm7, %zmm3, %zmm0
	vpsubq	%zmm30, %zmm9, %zmm30 {%k2}
	vpaddq	%zmm14, %zmm0, %zmm14
	vpxor	%xmm0, %xmm0, %xmm0
	vpmullq	%zmm7, %zmm1, %zmm0
	vpaddq	%zmm13, %zmm0, %zmm13
	vpxor	%xmm1, %xmm1, %xmm1
	vpmullq	%zmm7, %zmm16, %zmm1
	vmovdqu64	1264(%rsp), %zmm16
	vpxor	%xmm0, %xmm0, %xmm0
	vpmullq	%zmm7, %zmm17, %zmm0
	vmovdqu64	1200(%rsp), %zmm17
	vpaddq	%zmm11, %zmm0, %zmm0
	vpaddq	%zmm12, %zmm1, %zmm11
	vmovdqu64	944(%rsp), %zmm12
	vpxor	%xmm1, %xmm1, %xmm1
	vpmullq	%zmm7, %zmm2, %zmm1
	vpaddq	%zmm10, %zmm1, %zmm10
	vpxor	%xmm1, %xmm1, %xmm1
	vpmullq	%zmm7, %zmm4, %zmm1
	vpxor	%xmm2, %xmm2, %xmm2
	vpmullq	%zmm7, %zmm5, %zmm2
	vpaddq	1392(%rsp), %zmm2, %zmm4
	vpaddq	752(%rsp), %zmm1, %zmm5
	vpxor	%xmm1, %xmm1, %xmm1
	vpmullq	%zmm7, %zmm30, %zmm1
	vpxord	%xmm30, %xmm30, %xmm30
	vpaddq	432(%rsp), %zmm1, %zmm9
.LBB0_106:
	kshiftrq	$56, %k4, %k1
	vpxor	%xmm1, %xmm1, %xmm1
	vgatherqps	(%rdi,%zmm14,4), %ymm1 {%k1}
	kshiftrq	$48, %k4, %k1
	vpxor	%xmm2, %xmm2, %xmm2
	vgatherqps	(%rdi,%zmm13,4), %ymm2 {%k1}
	kshiftrq	$24, %k4, %k1
	vpxor	%xmm3, %xmm3, %xmm3
	vgatherqps	(%rdi,%zmm5,4), %ymm3 {%k1}
	kshiftrq	$16, %k4, %k1
	vxorps	%xmm5, %xmm5, %xmm5
	vgatherqps	(%rdi,%zmm4,4), %ymm5 {%k1}
	kshiftrq	$8, %k4, %k1
	vxorps	%xmm4, %xmm4, %xmm4
	vgatherqps	(%rdi,%zmm10,4), %ymm4 {%k1}
	kmovq	%k4, %k1
	vpxor	%xmm7, %xmm7, %xmm7
	vgatherqps	(%rdi,%zmm11,4), %ymm7 {%k1}
	kshiftrq	$40, %k4, %k1
	vpxor	%xmm8, %xmm8, %xmm8
	vgatherqps	(%rdi,%zmm0,4), %ymm8 {%k1}
	kshiftrq	$32, %k4, %k1
	vxorps	%xmm0, %xmm0, %xmm0
	vgatherqps	(%rdi,%zmm9,4), %ymm0 {%k1}
	vinsertf64x4	$1, %ymm1, %zmm2, %zmm1
	vinsertf64x4	$1, %ymm3, %zmm5, %zmm2
	vinsertf64x4	$1, %ymm4, %zmm7, %zmm3
	vinsertf64x4	$1, %ymm8, %zmm0, %zmm0
	vmovups	%zmm0, 128(%rbx,%r11,4)
	vmovups	%zmm3, (%rbx,%r11,4)
	vmovups	%zmm2, 64(%rbx,%r11,4)
	vmovups	%zmm1, 192(%rbx,%r11,4)
.LBB0_107:
	incq	%r10
	addq	$256, %rbx
	addq	16(%rsp), %rdi
	cmpq	$64, %r10
	je	.LBB0_108
.LBB0_89:
	xorl	%r11d, %r11d
	cmpq	%r15, %r10
	setl	%cl
	jge	.LBB0_96
	vmovdqa64	%zmm12, %zmm4
	vmovdqu64	816(%rsp), %zmm5
	vmovdqu64	496(%rsp), %zmm2
	vmovdqu64	560(%rsp), %zmm7
	vmovdqa64	%zmm15, %zmm0
	vmovdqu64	624(%rsp), %zmm6
	vmovdqa64	%zmm17, %zmm8
	vmovdqa64	%zmm16, %zmm9
	cmpb	$0, 688(%rsp)
	je	.LBB0_95
	movq	-88(%rsp), %rax
	movq	%rax, %rdx
	orq	%r8, %rdx
	shrq	$32, %rdx
	je	.LBB0_92
	xorl	%edx, %edx
	divq	%r8
	jmp	.LBB0_94
.LBB0_92:
	movl	-116(%rsp), %eax
	xorl	%edx, %edx
	divl	%r8d
.LBB0_94:
	vpbroadcastq	%rdx, %zmm9
	vpaddq	%zmm19, %zmm9, %zmm2
	vpaddq	%zmm18, %zmm9, %zmm5
	vpaddq	%zmm29, %zmm9, %zmm4
	vpaddq	%zmm20, %zmm9, %zmm7
	vpaddq	%zmm21, %zmm9, %zmm0
	vpaddq	%zmm28, %zmm9, %zmm6
	vpaddq	%zmm26, %zmm9, %zmm8
	vpaddq	%zmm25, %zmm9, %zmm9
	vpcmpnltq	%zmm31, %zmm9, %k1
	kmovw	%k1, 304(%rsp)
	vpcmpnltq	%zmm31, %zmm8, %k2
	vpcmpnltq	%zmm31, %zmm6, %k3
	vpcmpnltq	%zmm31, %zmm0, %k4
	vpcmpnltq	%zmm31, %zmm7, %k5
	vpcmpnltq	%zmm31, %zmm4, %k6
	vpcmpnltq	%zmm31, %zmm5, %k7
	vpcmpnltq	%zmm31, %zmm2, %k1
	vpsubq	%zmm31, %zmm2, %zmm2 {%k1}
	vpsubq	%zmm31, %zmm5, %zmm5 {%k7}
	vpsubq	%zmm31, %zmm4, %zmm4 {%k6}
	vpsubq	%zmm31, %zmm7, %zmm7 {%k5}
	vpsubq	%zmm31, %zmm0, %zmm0 {%k4}
	vpsubq	%zmm31, %zmm6, %zmm6 {%k3}
	vpsubq	%zmm31, %zmm8, %zmm8 {%k2}
	kmovw	304(%rsp), %k1
	vpsubq	%zmm31, %zmm9, %zmm9 {%k1}
.LBB0_95:
	kxnorb	%k0, %k0, %k1
	vpxor	%xmm10, %xmm10, %xmm10
	vgatherqps	(%rdi,%zmm9,4), %ymm10 {%k1}
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm9, %xmm9, %xmm9
	vgatherqps	(%rdi,%zmm8,4), %ymm9 {%k1}
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm8, %xmm8, %xmm8
	vgatherqps	(%rdi,%zmm7,4), %ymm8 {%k1}
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm7, %xmm7, %xmm7
	vgatherqps	(%rdi,%zmm2,4), %ymm7 {%k1}
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm2, %xmm2, %xmm2
	vgatherqps	(%rdi,%zmm5,4), %ymm2 {%k1}
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm5, %xmm5, %xmm5
	vgatherqps	(%rdi,%zmm4,4), %ymm5 {%k1}
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm4, %xmm4, %xmm4
	vgatherqps	(%rdi,%zmm6,4), %ymm4 {%k1}
	kxnorb	%k0, %k0, %k1
	vxorps	%xmm6, %xmm6, %xmm6
	vgatherqps	(%rdi,%zmm0,4), %ymm6 {%k1}
	vinsertf64x4	$1, %ymm10, %zmm9, %zmm0
	vinsertf64x4	$1, %ymm8, %zmm7, %zmm7
	vinsertf64x4	$1, %ymm2, %zmm5, %zmm2
	vinsertf64x4	$1, %ymm4, %zmm6, %zmm4
	vmovups	%zmm4, 128(%rbx)
	vmovups	%zmm2, (%rbx)
	vmovups	%zmm7, 64(%rbx)
	vmovups	%zmm0, 192(%rbx)
.LBB0_96:
	cmpq	%r15, %r10
	movl	$0, %eax
	movq	$-1, %rdx
	cmovlq	%rdx, %rax
	jl	.LBB0_107
	movb	%cl, %r11b
	shll	$6, %r11d
	kmovq	%rax, %k4
	movq	-88(%rsp), %rax
	addq	%r11, %rax
	cmpl	$64, %r8d
	jl	.LBB0_103
	testq	%rax, %rax
	js	.LBB0_103
	movq	%rax, %rcx
	orq	%r8, %rcx
	shrq	$32, %rcx
	kmovq	%k4, 304(%rsp)
	je	.LBB0_100
	xorl	%edx, %edx
	divq	%r8
	jmp	.LBB0_102
	.p2align	4
.LBB0_103:
	vpxor	%xmm9, %xmm9, %xmm9
	testl	%r8d, %r8d
	jne	.LBB0_105
	vpxor	%xmm5, %xmm5, %xmm5
	vpxor	%xmm4, %xmm4, %xmm4
	vpxor	%xmm10, %xmm10, %xmm10
	vpxor	%xmm11, %xmm11, %xmm11
	vpxor	%xmm0, %xmm0, %xmm0
	vpxor	%xmm13, %xmm13, %xmm13
	vpxor	%xmm14, %xmm14, %xmm14
	jmp	.LBB0_106
.LBB0_100:
	xorl	%edx, %edx
	divl	%r8d
.LBB0_102:
	vpbroadcastq	%rdx, %zmm2
	vpaddq	%zmm19, %zmm2, %zmm4
	vpaddq	%zmm18, %zmm2, %zmm10
	vpaddq	%zmm29, %zmm2, %zmm11
	vpaddq	%zmm20, %zmm2, %zmm5
	vpaddq	%zmm21, %zmm2, %zmm9
	vpaddq	%zmm28, %zmm2, %zmm0
	vpaddq	%zmm26, %zmm2, %zmm13
	vpaddq	%zmm25, %zmm2, %zmm14
	vpcmpnltq	%zmm31, %zmm14, %k1
	kmovw	%k1, 432(%rsp)
	vpcmpnltq	%zmm31, %zmm13, %k3
	vpcmpnltq	%zmm31, %zmm0, %k4
	vpcmpnltq	%zmm31, %zmm9, %k5
	vpcmpnltq	%zmm31, %zmm5, %k6
	vpcmpnltq	%zmm31, %zmm11, %k7
	vpcmpnltq	%zmm31, %zmm10, %k1
	vpcmpnltq	%zmm31, %zmm4, %k2
	vpsubq	%zmm31, %zmm4, %zmm4 {%k2}
	vpsubq	%zmm31, %zmm10, %zmm10 {%k1}
	vpsubq	%zmm31, %zmm11, %zmm11 {%k7}
	vpsubq	%zmm31, %zmm5, %zmm5 {%k6}
	vpsubq	%zmm31, %zmm9, %zmm9 {%k5}
	vpsubq	%zmm31, %zmm0, %zmm0 {%k4}
	vpsubq	%zmm31, %zmm13, %zmm13 {%k3}
	kmovw	432(%rsp), %k1
	vpsubq	%zmm31, %zmm14, %zmm14 {%k1}
	kmovq	304(%rsp), %k4
	jmp	.LBB0_106
	.p2align	4
.LBB0_75:
	movq	-16(%rsp), %r11
.LBB0_109:
	movq	%r11, -16(%rsp)
	cmpq	$0, -48(%rsp)
	movq	-72(%rsp), %r14
	jle	.LBB0_282
	movq	-48(%rsp), %rax
	cmpq	$16, %rax
	jg	.LBB0_143
	movl	$24, %eax
	xorl	%r9d, %r9d
	jmp	.LBB0_112
	.p2align	4
.LBB0_128:
	movq	432(%rsp), %rcx
	vmovups	%zmm7, (%rbp,%rcx)
	vmovups	%zmm8, 256(%rbp,%rcx)
	vmovups	%zmm9, 512(%rbp,%rcx)
	vmovups	%zmm10, 768(%rbp,%rcx)
	vmovups	%zmm11, 1024(%rbp,%rcx)
	vmovups	%zmm6, 1280(%rbp,%rcx)
	movq	304(%rsp), %r9
	addq	$6, %r9
	addq	$24, %rax
	cmpq	80(%rsp), %r9
	movq	-80(%rsp), %r8
	movq	-72(%rsp), %r14
	movq	-64(%rsp), %r10
	jge	.LBB0_129
.LBB0_112:
	movq	-40(%rsp), %rdi
	cmpq	$4, %rdi
	jg	.LBB0_114
	movq	%r9, %rcx
	movq	-112(%rsp), %rsi
	imulq	%rsi, %rcx
	addq	-24(%rsp), %rcx
	movq	-96(%rsp), %rdx
	prefetcht1	(%rdx,%rcx,4)
	prefetcht1	63(%rdx,%rcx,4)
	addq	%rsi, %rcx
	prefetcht1	(%rdx,%rcx,4)
	prefetcht1	63(%rdx,%rcx,4)
	addq	%rsi, %rcx
	prefetcht1	(%rdx,%rcx,4)
	prefetcht1	63(%rdx,%rcx,4)
	addq	%rsi, %rcx
	prefetcht1	(%rdx,%rcx,4)
	prefetcht1	63(%rdx,%rcx,4)
	addq	%rsi, %rcx
	prefetcht1	(%rdx,%rcx,4)
	prefetcht1	63(%rdx,%rcx,4)
	movq	8(%rsp), %rdx
	prefetcht1	(%rdx,%rcx,4)
	prefetcht1	63(%rdx,%rcx,4)
.LBB0_114:
	movq	%r9, %rcx
	shlq	$8, %rcx
	vpxor	%xmm6, %xmm6, %xmm6
	vpxor	%xmm7, %xmm7, %xmm7
	vpxor	%xmm8, %xmm8, %xmm8
	vpxor	%xmm9, %xmm9, %xmm9
	testq	%r10, %r10
	jne	.LBB0_115
	vpxor	%xmm10, %xmm10, %xmm10
	jne	.LBB0_117
.LBB0_118:
	vpxor	%xmm11, %xmm11, %xmm11
	jne	.LBB0_119
.LBB0_120:
	jne	.LBB0_121
.LBB0_122:
	movq	%rcx, 432(%rsp)
	movq	%r9, 304(%rsp)
	testq	%rdi, %rdi
	jg	.LBB0_123
	jmp	.LBB0_128
	.p2align	4
.LBB0_115:
	vmovdqu64	(%rbp,%rcx), %zmm7
	vmovdqu64	256(%rbp,%rcx), %zmm8
	vmovdqu64	512(%rbp,%rcx), %zmm9
	vpxor	%xmm10, %xmm10, %xmm10
	je	.LBB0_118
.LBB0_117:
	vmovdqu64	768(%rbp,%rcx), %zmm10
	vpxor	%xmm11, %xmm11, %xmm11
	je	.LBB0_120
.LBB0_119:
	vmovdqu64	1024(%rbp,%rcx), %zmm11
	je	.LBB0_122
.LBB0_121:
	vmovdqu64	1280(%rbp,%rcx), %zmm6
	movq	%rcx, 432(%rsp)
	movq	%r9, 304(%rsp)
	testq	%rdi, %rdi
	jle	.LBB0_128
.LBB0_123:
	movq	224(%rsp), %rdi
	xorl	%ecx, %ecx
	jmp	.LBB0_124
	.p2align	4
.LBB0_127:
	incq	%rcx
	addq	$16384, %rdi
	cmpq	240(%rsp), %rcx
	movq	120(%rsp), %rbp
	je	.LBB0_128
.LBB0_124:
	movq	%rcx, %rdx
	shlq	$5, %rdx
	movq	86040(%rbp,%rdx), %rsi
	cmpq	$64, %rsi
	movl	$64, %r9d
	cmovlq	%rsi, %r9
	testq	%rsi, %rsi
	jle	.LBB0_127
	movq	86024(%rbp,%rdx), %r10
	movq	%rax, %r11
	imulq	%r10, %r11
	addq	86016(%rbp,%rdx), %r11
	imulq	$-44, %r10, %rbx
	shlq	$2, %r10
	movq	%rdi, %r14
	xorl	%r15d, %r15d
	.p2align	4
.LBB0_126:
	leaq	(%r11,%r15,4), %r12
	prefetcht0	(%r10,%r12)
	addq	%r10, %r12
	prefetcht0	(%r10,%r12)
	addq	%r10, %r12
	prefetcht0	(%r10,%r12)
	addq	%r10, %r12
	prefetcht0	(%r10,%r12)
	addq	%r10, %r12
	prefetcht0	(%r10,%r12)
	addq	%r10, %r12
	leaq	(%r12,%rbx), %r13
	vmovups	-768(%r14), %zmm0
	vmovups	-512(%r14), %zmm1
	vmovups	-256(%r14), %zmm2
	vfmadd231ps	(%rbx,%r12){1to16}, %zmm0, %zmm7
	vfmadd231ps	(%r10,%r13){1to16}, %zmm0, %zmm8
	leaq	(%r13,%r10), %rdx
	leaq	(%rdx,%r10), %rbp
	vfmadd231ps	(%r10,%rdx){1to16}, %zmm0, %zmm9
	vfmadd231ps	(%r10,%rbp){1to16}, %zmm0, %zmm10
	leaq	(%rbp,%r10), %rsi
	leaq	(%rsi,%r10), %r8
	vfmadd231ps	(%r10,%rsi){1to16}, %zmm0, %zmm11
	vfmadd231ps	(%r10,%r8){1to16}, %zmm0, %zmm6
	vfmadd231ps	4(%rbx,%r12){1to16}, %zmm1, %zmm7
	vfmadd231ps	4(%r10,%r13){1to16}, %zmm1, %zmm8
	vfmadd231ps	4(%r10,%rdx){1to16}, %zmm1, %zmm9
	vfmadd231ps	4(%r10,%rbp){1to16}, %zmm1, %zmm10
	vfmadd231ps	4(%r10,%rsi){1to16}, %zmm1, %zmm11
	vfmadd231ps	4(%r10,%r8){1to16}, %zmm1, %zmm6
	vfmadd231ps	8(%rbx,%r12){1to16}, %zmm2, %zmm7
	vfmadd231ps	8(%r10,%r13){1to16}, %zmm2, %zmm8
	vfmadd231ps	8(%r10,%rdx){1to16}, %zmm2, %zmm9
	vfmadd231ps	8(%r10,%rbp){1to16}, %zmm2, %zmm10
	vfmadd231ps	8(%r10,%rsi){1to16}, %zmm2, %zmm11
	vfmadd231ps	8(%r10,%r8){1to16}, %zmm2, %zmm6
	vmovups	(%r14), %zmm0
	vfmadd231ps	12(%rbx,%r12){1to16}, %zmm0, %zmm7
	vfmadd231ps	12(%r10,%r13){1to16}, %zmm0, %zmm8
	vfmadd231ps	12(%r10,%rdx){1to16}, %zmm0, %zmm9
	vfmadd231ps	12(%r10,%rbp){1to16}, %zmm0, %zmm10
	vfmadd231ps	12(%r10,%rsi){1to16}, %zmm0, %zmm11
	prefetcht0	(%r11,%r15,4)
	vfmadd231ps	12(%r10,%r8){1to16}, %zmm0, %zmm6
	addq	$4, %r15
	addq	$1024, %r14
	cmpq	%r9, %r15
	jl	.LBB0_126
	jmp	.LBB0_127
	.p2align	4
.LBB0_143:
	cmpq	$33, %rax
	jge	.LBB0_144
	movl	$24, %eax
	movq	%rax, 304(%rsp)
	xorl	%edi, %edi
	jmp	.LBB0_233
	.p2align	4
.LBB0_259:
	movq	752(%rsp), %rax
	vmovups	%zmm7, (%rbp,%rax)
	vmovups	%zmm8, 64(%rbp,%rax)
	vmovups	%zmm9, 256(%rbp,%rax)
	vmovups	%zmm10, 320(%rbp,%rax)
	vmovups	%zmm11, 512(%rbp,%rax)
	vmovups	%zmm12, 576(%rbp,%rax)
	vmovups	%zmm13, 768(%rbp,%rax)
	vmovups	%zmm14, 832(%rbp,%rax)
	vmovups	%zmm15, 1024(%rbp,%rax)
	vmovups	%zmm16, 1088(%rbp,%rax)
	vmovups	%zmm17, 1280(%rbp,%rax)
	vmovups	%zmm6, 1344(%rbp,%rax)
	movq	432(%rsp), %rdi
	addq	$6, %rdi
	addq	$24, 304(%rsp)
	cmpq	80(%rsp), %rdi
	movq	-72(%rsp), %r14
	vmovdqu64	1328(%rsp), %zmm15
	vmovdqu64	1264(%rsp), %zmm16
	vmovdqu64	1200(%rsp), %zmm17
	vmovups	944(%rsp), %zmm12
	movq	-64(%rsp), %r10
	jge	.LBB0_260
.LBB0_233:
	movq	-40(%rsp), %rsi
	cmpq	$4, %rsi
	jg	.LBB0_235
	movq	%rdi, %rax
	movq	-112(%rsp), %rdx
	imulq	%rdx, %rax
	addq	-24(%rsp), %rax
	movq	-96(%rsp), %rcx
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	127(%rcx,%rax,4)
	addq	%rdx, %rax
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	127(%rcx,%rax,4)
	addq	%rdx, %rax
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	127(%rcx,%rax,4)
	addq	%rdx, %rax
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	127(%rcx,%rax,4)
	addq	%rdx, %rax
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	127(%rcx,%rax,4)
	movq	8(%rsp), %rcx
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	127(%rcx,%rax,4)
.LBB0_235:
	movq	%rdi, %rax
	shlq	$8, %rax
	vpxor	%xmm6, %xmm6, %xmm6
	vpxor	%xmm7, %xmm7, %xmm7
	vpxor	%xmm8, %xmm8, %xmm8
	vpxor	%xmm9, %xmm9, %xmm9
	vpxor	%xmm10, %xmm10, %xmm10
	testq	%r10, %r10
	jne	.LBB0_236
	vpxor	%xmm11, %xmm11, %xmm11
	jne	.LBB0_238
.LBB0_239:
	vpxor	%xmm12, %xmm12, %xmm12
	jne	.LBB0_240
.LBB0_241:
	vpxor	%xmm13, %xmm13, %xmm13
	jne	.LBB0_242
.LBB0_243:
	vpxor	%xmm14, %xmm14, %xmm14
	jne	.LBB0_244
.LBB0_245:
	vpxor	%xmm15, %xmm15, %xmm15
	jne	.LBB0_246
.LBB0_247:
	vpxord	%xmm16, %xmm16, %xmm16
	jne	.LBB0_248
.LBB0_249:
	vpxord	%xmm17, %xmm17, %xmm17
	jne	.LBB0_250
.LBB0_251:
	jne	.LBB0_252
.LBB0_253:
	movq	%rax, 752(%rsp)
	movq	%rdi, 432(%rsp)
	testq	%rsi, %rsi
	jg	.LBB0_254
	jmp	.LBB0_259
	.p2align	4
.LBB0_236:
	vmovdqu64	(%rbp,%rax), %zmm7
	vmovdqu64	64(%rbp,%rax), %zmm8
	vmovdqu64	256(%rbp,%rax), %zmm9
	vmovdqu64	320(%rbp,%rax), %zmm10
	vpxor	%xmm11, %xmm11, %xmm11
	je	.LBB0_239
.LBB0_238:
	vmovdqu64	512(%rbp,%rax), %zmm11
	vpxor	%xmm12, %xmm12, %xmm12
	je	.LBB0_241
.LBB0_240:
	vmovdqu64	576(%rbp,%rax), %zmm12
	vpxor	%xmm13, %xmm13, %xmm13
	je	.LBB0_243
.LBB0_242:
	vmovdqu64	768(%rbp,%rax), %zmm13
	vpxor	%xmm14, %xmm14, %xmm14
	je	.LBB0_245
.LBB0_244:
	vmovdqu64	832(%rbp,%rax), %zmm14
	vpxor	%xmm15, %xmm15, %xmm15
	je	.LBB0_247
.LBB0_246:
	vmovdqu64	1024(%rbp,%rax), %zmm15
	vpxord	%xmm16, %xmm16, %xmm16
	je	.LBB0_249
.LBB0_248:
	vmovdqu64	1088(%rbp,%rax), %zmm16
	vpxord	%xmm17, %xmm17, %xmm17
	je	.LBB0_251
.LBB0_250:
	vmovdqu64	1280(%rbp,%rax), %zmm17
	je	.LBB0_253
.LBB0_252:
	vmovdqu64	1344(%rbp,%rax), %zmm6
	movq	%rax, 752(%rsp)
	movq	%rdi, 432(%rsp)
	testq	%rsi, %rsi
	jle	.LBB0_259
.LBB0_254:
	movq	208(%rsp), %rdi
	xorl	%r9d, %r9d
	jmp	.LBB0_255
	.p2align	4
.LBB0_258:
	incq	%r9
	addq	$16384, %rdi
	cmpq	240(%rsp), %r9
	movq	120(%rsp), %rbp
	je	.LBB0_259
.LBB0_255:
	movq	%r9, %rax
	shlq	$5, %rax
	movq	86040(%rbp,%rax), %rcx
	cmpq	$64, %rcx
	movl	$64, %r10d
	cmovlq	%rcx, %r10
	testq	%rcx, %rcx
	jle	.LBB0_258
	movq	86024(%rbp,%rax), %r11
	movq	304(%rsp), %rbx
	imulq	%r11, %rbx
	addq	86016(%rbp,%rax), %rbx
	imulq	$-44, %r11, %r14
	shlq	$2, %r11
	movq	%rdi, %r15
	xorl	%r12d, %r12d
	.p2align	4
.LBB0_257:
	leaq	(%rbx,%r12,4), %rcx
	prefetcht0	(%rbx,%r12,4)
	prefetcht0	(%r11,%rcx)
	addq	%r11, %rcx
	prefetcht0	(%r11,%rcx)
	addq	%r11, %rcx
	prefetcht0	(%r11,%rcx)
	addq	%r11, %rcx
	prefetcht0	(%r11,%rcx)
	addq	%r11, %rcx
	prefetcht0	(%r11,%rcx)
	addq	%r11, %rcx
	leaq	(%rcx,%r14), %r13
	vbroadcastss	(%r14,%rcx), %zmm0
	vmovups	-832(%r15), %zmm1
	vmovups	-768(%r15), %zmm2
	vmovups	-576(%r15), %zmm3
	vmovups	-512(%r15), %zmm4
	vfmadd231ps	%zmm1, %zmm0, %zmm7
	vfmadd231ps	%zmm0, %zmm2, %zmm8
	leaq	(%r13,%r11), %rbp
	vbroadcastss	(%r11,%r13), %zmm0
	vfmadd231ps	%zmm1, %zmm0, %zmm9
	vfmadd231ps	%zmm0, %zmm2, %zmm10
	leaq	(%rbp,%r11), %rdx
	vbroadcastss	(%r11,%rbp), %zmm0
	vfmadd231ps	%zmm1, %zmm0, %zmm11
	vfmadd231ps	%zmm0, %zmm2, %zmm12
	leaq	(%rdx,%r11), %rax
	vbroadcastss	(%r11,%rdx), %zmm0
	vfmadd231ps	%zmm1, %zmm0, %zmm13
	vfmadd231ps	%zmm0, %zmm2, %zmm14
	leaq	(%rax,%r11), %rsi
	vbroadcastss	(%r11,%rax), %zmm0
	vfmadd231ps	%zmm1, %zmm0, %zmm15
	vfmadd231ps	%zmm0, %zmm2, %zmm16
	vbroadcastss	(%r11,%rsi), %zmm0
	vfmadd231ps	%zmm1, %zmm0, %zmm17
	vfmadd231ps	%zmm2, %zmm0, %zmm6
	vbroadcastss	4(%r14,%rcx), %zmm0
	vfmadd231ps	%zmm3, %zmm0, %zmm7
	vfmadd231ps	%zmm0, %zmm4, %zmm8
	vbroadcastss	4(%r11,%r13), %zmm0
	vfmadd231ps	%zmm3, %zmm0, %zmm9
	vfmadd231ps	%zmm0, %zmm4, %zmm10
	vbroadcastss	4(%r11,%rbp), %zmm0
	vfmadd231ps	%zmm3, %zmm0, %zmm11
	vfmadd231ps	%zmm0, %zmm4, %zmm12
	vbroadcastss	4(%r11,%rdx), %zmm0
	vfmadd231ps	%zmm3, %zmm0, %zmm13
	vfmadd231ps	%zmm0, %zmm4, %zmm14
	vbroadcastss	4(%r11,%rax), %zmm0
	vfmadd231ps	%zmm3, %zmm0, %zmm15
	vfmadd231ps	%zmm0, %zmm4, %zmm16
	vbroadcastss	4(%r11,%rsi), %zmm0
	vfmadd231ps	%zmm3, %zmm0, %zmm17
	vfmadd231ps	%zmm4, %zmm0, %zmm6
	vmovups	-320(%r15), %zmm0
	vmovups	-256(%r15), %zmm1
	vbroadcastss	8(%r14,%rcx), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm7
	vfmadd231ps	%zmm2, %zmm1, %zmm8
	vbroadcastss	8(%r11,%r13), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm9
	vfmadd231ps	%zmm2, %zmm1, %zmm10
	vbroadcastss	8(%r11,%rbp), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm11
	vfmadd231ps	%zmm2, %zmm1, %zmm12
	vbroadcastss	8(%r11,%rdx), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm13
	vfmadd231ps	%zmm2, %zmm1, %zmm14
	vbroadcastss	8(%r11,%rax), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm15
	vfmadd231ps	%zmm2, %zmm1, %zmm16
	vbroadcastss	8(%r11,%rsi), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm17
	vfmadd231ps	%zmm1, %zmm2, %zmm6
	vmovups	-64(%r15), %zmm0
	vmovups	(%r15), %zmm1
	vbroadcastss	12(%r14,%rcx), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm7
	vfmadd231ps	%zmm2, %zmm1, %zmm8
	vbroadcastss	12(%r11,%r13), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm9
	vfmadd231ps	%zmm2, %zmm1, %zmm10
	vbroadcastss	12(%r11,%rbp), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm11
	vfmadd231ps	%zmm2, %zmm1, %zmm12
	vbroadcastss	12(%r11,%rdx), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm13
	vfmadd231ps	%zmm2, %zmm1, %zmm14
	vbroadcastss	12(%r11,%rax), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm15
	vfmadd231ps	%zmm2, %zmm1, %zmm16
	vbroadcastss	12(%r11,%rsi), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm17
	vfmadd231ps	%zmm1, %zmm2, %zmm6
	addq	$4, %r12
	addq	$1024, %r15
	cmpq	%r10, %r12
	jl	.LBB0_257
	jmp	.LBB0_258
	.p2align	4
.LBB0_129:
	cmpl	$-12, -100(%rsp)
	jg	.LBB0_282
	movq	-40(%rsp), %rcx
	cmpq	$4, %rcx
	jg	.LBB0_132
	movq	48(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	63(%rax)
	movq	40(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	63(%rax)
	movq	32(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	63(%rax)
	movq	24(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	63(%rax)
.LBB0_132:
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm9, %xmm9, %xmm9
	testq	%r10, %r10
	jne	.LBB0_133
	jne	.LBB0_135
.LBB0_136:
	testq	%rcx, %rcx
	jg	.LBB0_137
	jmp	.LBB0_142
.LBB0_144:
	movl	$24, %eax
	movq	%rax, 304(%rsp)
	xorl	%edi, %edi
	jmp	.LBB0_145
	.p2align	4
.LBB0_195:
	movq	752(%rsp), %rax
	vmovups	%zmm7, (%rbp,%rax)
	vmovups	%zmm8, 64(%rbp,%rax)
	vmovups	%zmm9, 128(%rbp,%rax)
	vmovups	%zmm10, 192(%rbp,%rax)
	vmovups	%zmm11, 256(%rbp,%rax)
	vmovups	%zmm12, 320(%rbp,%rax)
	vmovups	%zmm17, 384(%rbp,%rax)
	vmovups	%zmm18, 448(%rbp,%rax)
	vmovups	%zmm19, 512(%rbp,%rax)
	vmovups	%zmm20, 576(%rbp,%rax)
	vmovups	%zmm21, 640(%rbp,%rax)
	vmovups	%zmm22, 704(%rbp,%rax)
	vmovups	%zmm23, 768(%rbp,%rax)
	vmovups	%zmm24, 832(%rbp,%rax)
	vmovups	%zmm13, 896(%rbp,%rax)
	vmovups	%zmm14, 960(%rbp,%rax)
	vmovups	%zmm15, 1024(%rbp,%rax)
	vmovups	%zmm16, 1088(%rbp,%rax)
	vmovups	%zmm25, 1152(%rbp,%rax)
	vmovups	%zmm26, 1216(%rbp,%rax)
	vmovups	%zmm27, 1280(%rbp,%rax)
	vmovups	%zmm28, 1344(%rbp,%rax)
	vmovups	%zmm29, 1408(%rbp,%rax)
	vmovups	%zmm6, 1472(%rbp,%rax)
	movq	432(%rsp), %rdi
	addq	$6, %rdi
	addq	$24, 304(%rsp)
	cmpq	80(%rsp), %rdi
	movq	-72(%rsp), %r14
	vmovdqa64	.LCPI0_9(%rip), %zmm22
	vmovdqa64	.LCPI0_10(%rip), %zmm23
	vmovdqa64	.LCPI0_11(%rip), %zmm24
	vmovdqa64	.LCPI0_12(%rip), %zmm27
	vmovdqa64	.LCPI0_1(%rip), %zmm25
	vmovdqa64	.LCPI0_2(%rip), %zmm26
	vmovdqa64	.LCPI0_3(%rip), %zmm28
	vmovdqa64	.LCPI0_4(%rip), %zmm29
	vmovaps	.LCPI0_5(%rip), %zmm18
	vmovaps	.LCPI0_6(%rip), %zmm19
	vmovaps	.LCPI0_7(%rip), %zmm20
	vmovaps	.LCPI0_8(%rip), %zmm21
	vmovups	1328(%rsp), %zmm15
	vmovups	1264(%rsp), %zmm16
	vmovups	1200(%rsp), %zmm17
	vmovups	944(%rsp), %zmm12
	movq	-64(%rsp), %r10
	jge	.LBB0_196
.LBB0_145:
	movq	-40(%rsp), %rsi
	cmpq	$4, %rsi
	jg	.LBB0_147
	movq	%rdi, %rax
	movq	-112(%rsp), %rdx
	imulq	%rdx, %rax
	addq	-24(%rsp), %rax
	movq	-96(%rsp), %rcx
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	128(%rcx,%rax,4)
	prefetcht1	192(%rcx,%rax,4)
	prefetcht1	255(%rcx,%rax,4)
	addq	%rdx, %rax
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	128(%rcx,%rax,4)
	prefetcht1	192(%rcx,%rax,4)
	prefetcht1	255(%rcx,%rax,4)
	addq	%rdx, %rax
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	128(%rcx,%rax,4)
	prefetcht1	192(%rcx,%rax,4)
	prefetcht1	255(%rcx,%rax,4)
	addq	%rdx, %rax
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	128(%rcx,%rax,4)
	prefetcht1	192(%rcx,%rax,4)
	prefetcht1	255(%rcx,%rax,4)
	addq	%rdx, %rax
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	128(%rcx,%rax,4)
	prefetcht1	192(%rcx,%rax,4)
	prefetcht1	255(%rcx,%rax,4)
	movq	8(%rsp), %rcx
	prefetcht1	(%rcx,%rax,4)
	prefetcht1	64(%rcx,%rax,4)
	prefetcht1	128(%rcx,%rax,4)
	prefetcht1	192(%rcx,%rax,4)
	prefetcht1	255(%rcx,%rax,4)
.LBB0_147:
	movq	%rdi, %rax
	shlq	$8, %rax
	vpxor	%xmm6, %xmm6, %xmm6
	vpxor	%xmm7, %xmm7, %xmm7
	vpxor	%xmm8, %xmm8, %xmm8
	vpxor	%xmm9, %xmm9, %xmm9
	vpxor	%xmm10, %xmm10, %xmm10
	testq	%r10, %r10
	jne	.LBB0_148
	vpxor	%xmm11, %xmm11, %xmm11
	jne	.LBB0_150
.LBB0_151:
	vpxor	%xmm12, %xmm12, %xmm12
	jne	.LBB0_152
.LBB0_153:
	vpxord	%xmm17, %xmm17, %xmm17
	jne	.LBB0_154
.LBB0_155:
	vpxord	%xmm18, %xmm18, %xmm18
	jne	.LBB0_156
.LBB0_157:
	vpxord	%xmm19, %xmm19, %xmm19
	jne	.LBB0_158
.LBB0_159:
	vpxord	%xmm20, %xmm20, %xmm20
	jne	.LBB0_160
.LBB0_161:
	vpxord	%xmm21, %xmm21, %xmm21
	jne	.LBB0_162
.LBB0_163:
	vpxord	%xmm22, %xmm22, %xmm22
	jne	.LBB0_164
.LBB0_165:
	vpxord	%xmm23, %xmm23, %xmm23
	jne	.LBB0_166
.LBB0_167:
	vpxord	%xmm24, %xmm24, %xmm24
	jne	.LBB0_168
.LBB0_169:
	vpxor	%xmm13, %xmm13, %xmm13
	jne	.LBB0_170
.LBB0_171:
	vpxor	%xmm14, %xmm14, %xmm14
	jne	.LBB0_172
.LBB0_173:
	vpxor	%xmm15, %xmm15, %xmm15
	jne	.LBB0_174
.LBB0_175:
	vpxord	%xmm16, %xmm16, %xmm16
	jne	.LBB0_176
.LBB0_177:
	vpxord	%xmm25, %xmm25, %xmm25
	jne	.LBB0_178
.LBB0_179:
	vpxord	%xmm26, %xmm26, %xmm26
	jne	.LBB0_180
.LBB0_181:
	vpxord	%xmm27, %xmm27, %xmm27
	jne	.LBB0_182
.LBB0_183:
	vpxord	%xmm28, %xmm28, %xmm28
	jne	.LBB0_184
.LBB0_185:
	vpxord	%xmm29, %xmm29, %xmm29
	jne	.LBB0_186
.LBB0_187:
	jne	.LBB0_188
.LBB0_189:
	movq	%rax, 752(%rsp)
	movq	%rdi, 432(%rsp)
	testq	%rsi, %rsi
	jg	.LBB0_190
	jmp	.LBB0_195
	.p2align	4
.LBB0_148:
	vmovdqu64	(%rbp,%rax), %zmm7
	vmovdqu64	64(%rbp,%rax), %zmm8
	vmovdqu64	128(%rbp,%rax), %zmm9
	vmovdqu64	192(%rbp,%rax), %zmm10
	vpxor	%xmm11, %xmm11, %xmm11
	je	.LBB0_151
.LBB0_150:
	vmovdqu64	256(%rbp,%rax), %zmm11
	vpxor	%xmm12, %xmm12, %xmm12
	je	.LBB0_153
.LBB0_152:
	vmovdqu64	320(%rbp,%rax), %zmm12
	vpxord	%xmm17, %xmm17, %xmm17
	je	.LBB0_155
.LBB0_154:
	vmovdqu64	384(%rbp,%rax), %zmm17
	vpxord	%xmm18, %xmm18, %xmm18
	je	.LBB0_157
.LBB0_156:
	vmovdqu64	448(%rbp,%rax), %zmm18
	vpxord	%xmm19, %xmm19, %xmm19
	je	.LBB0_159
.LBB0_158:
	vmovdqu64	512(%rbp,%rax), %zmm19
	vpxord	%xmm20, %xmm20, %xmm20
	je	.LBB0_161
.LBB0_160:
	vmovdqu64	576(%rbp,%rax), %zmm20
	vpxord	%xmm21, %xmm21, %xmm21
	je	.LBB0_163
.LBB0_162:
	vmovdqu64	640(%rbp,%rax), %zmm21
	vpxord	%xmm22, %xmm22, %xmm22
	je	.LBB0_165
.LBB0_164:
	vmovdqu64	704(%rbp,%rax), %zmm22
	vpxord	%xmm23, %xmm23, %xmm23
	je	.LBB0_167
.LBB0_166:
	vmovdqu64	768(%rbp,%rax), %zmm23
	vpxord	%xmm24, %xmm24, %xmm24
	je	.LBB0_169
.LBB0_168:
	vmovdqu64	832(%rbp,%rax), %zmm24
	vpxor	%xmm13, %xmm13, %xmm13
	je	.LBB0_171
.LBB0_170:
	vmovdqu64	896(%rbp,%rax), %zmm13
	vpxor	%xmm14, %xmm14, %xmm14
	je	.LBB0_173
.LBB0_172:
	vmovdqu64	960(%rbp,%rax), %zmm14
	vpxor	%xmm15, %xmm15, %xmm15
	je	.LBB0_175
.LBB0_174:
	vmovdqu64	1024(%rbp,%rax), %zmm15
	vpxord	%xmm16, %xmm16, %xmm16
	je	.LBB0_177
.LBB0_176:
	vmovdqu64	1088(%rbp,%rax), %zmm16
	vpxord	%xmm25, %xmm25, %xmm25
	je	.LBB0_179
.LBB0_178:
	vmovdqu64	1152(%rbp,%rax), %zmm25
	vpxord	%xmm26, %xmm26, %xmm26
	je	.LBB0_181
.LBB0_180:
	vmovdqu64	1216(%rbp,%rax), %zmm26
	vpxord	%xmm27, %xmm27, %xmm27
	je	.LBB0_183
.LBB0_182:
	vmovdqu64	1280(%rbp,%rax), %zmm27
	vpxord	%xmm28, %xmm28, %xmm28
	je	.LBB0_185
.LBB0_184:
	vmovdqu64	1344(%rbp,%rax), %zmm28
	vpxord	%xmm29, %xmm29, %xmm29
	je	.LBB0_187
.LBB0_186:
	vmovdqu64	1408(%rbp,%rax), %zmm29
	je	.LBB0_189
.LBB0_188:
	vmovdqu64	1472(%rbp,%rax), %zmm6
	movq	%rax, 752(%rsp)
	movq	%rdi, 432(%rsp)
	testq	%rsi, %rsi
	jle	.LBB0_195
.LBB0_190:
	movq	216(%rsp), %rdi
	xorl	%r9d, %r9d
	jmp	.LBB0_191
	.p2align	4
.LBB0_194:
	incq	%r9
	addq	$16384, %rdi
	cmpq	240(%rsp), %r9
	movq	120(%rsp), %rbp
	je	.LBB0_195
.LBB0_191:
	movq	%r9, %rax
	shlq	$5, %rax
	movq	86040(%rbp,%rax), %rcx
	cmpq	$64, %rcx
	movl	$64, %r10d
	cmovlq	%rcx, %r10
	testq	%rcx, %rcx
	jle	.LBB0_194
	movq	86024(%rbp,%rax), %r11
	movq	304(%rsp), %rbx
	imulq	%r11, %rbx
	addq	86016(%rbp,%rax), %rbx
	imulq	$-44, %r11, %r14
	shlq	$2, %r11
	movq	%rdi, %r15
	xorl	%r12d, %r12d
	.p2align	4
.LBB0_193:
	leaq	(%rbx,%r12,4), %r13
	prefetcht0	(%rbx,%r12,4)
	prefetcht0	(%r11,%r13)
	addq	%r11, %r13
	prefetcht0	(%r11,%r13)
	addq	%r11, %r13
	prefetcht0	(%r11,%r13)
	addq	%r11, %r13
	prefetcht0	(%r11,%r13)
	addq	%r11, %r13
	prefetcht0	(%r11,%r13)
	addq	%r11, %r13
	vmovups	-960(%r15), %zmm0
	vmovups	-896(%r15), %zmm1
	vmovups	-832(%r15), %zmm2
	vmovups	-768(%r15), %zmm3
	leaq	(%r13,%r14), %rdx
	vbroadcastss	(%r14,%r13), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm7
	vfmadd231ps	%zmm1, %zmm4, %zmm8
	vfmadd231ps	%zmm2, %zmm4, %zmm9
	vfmadd231ps	%zmm4, %zmm3, %zmm10
	leaq	(%rdx,%r11), %rbp
	vbroadcastss	(%r11,%rdx), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm11
	vfmadd231ps	%zmm1, %zmm4, %zmm12
	vfmadd231ps	%zmm2, %zmm4, %zmm17
	vfmadd231ps	%zmm4, %zmm3, %zmm18
	leaq	(%rbp,%r11), %rax
	vbroadcastss	(%r11,%rbp), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm19
	vfmadd231ps	%zmm1, %zmm4, %zmm20
	vfmadd231ps	%zmm2, %zmm4, %zmm21
	vfmadd231ps	%zmm4, %zmm3, %zmm22
	leaq	(%rax,%r11), %rcx
	vbroadcastss	(%r11,%rax), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm23
	vfmadd231ps	%zmm1, %zmm4, %zmm24
	vfmadd231ps	%zmm2, %zmm4, %zmm13
	vfmadd231ps	%zmm4, %zmm3, %zmm14
	leaq	(%rcx,%r11), %rsi
	vbroadcastss	(%r11,%rcx), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm15
	vfmadd231ps	%zmm1, %zmm4, %zmm16
	vfmadd231ps	%zmm2, %zmm4, %zmm25
	vfmadd231ps	%zmm4, %zmm3, %zmm26
	vbroadcastss	(%r11,%rsi), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm27
	vfmadd231ps	%zmm1, %zmm4, %zmm28
	vfmadd231ps	%zmm2, %zmm4, %zmm29
	vfmadd231ps	%zmm3, %zmm4, %zmm6
	vmovups	-704(%r15), %zmm0
	vmovups	-640(%r15), %zmm1
	vmovups	-576(%r15), %zmm2
	vmovups	-512(%r15), %zmm3
	vbroadcastss	4(%r14,%r13), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm7
	vfmadd231ps	%zmm1, %zmm4, %zmm8
	vfmadd231ps	%zmm2, %zmm4, %zmm9
	vfmadd231ps	%zmm4, %zmm3, %zmm10
	vbroadcastss	4(%r11,%rdx), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm11
	vfmadd231ps	%zmm1, %zmm4, %zmm12
	vfmadd231ps	%zmm2, %zmm4, %zmm17
	vfmadd231ps	%zmm4, %zmm3, %zmm18
	vbroadcastss	4(%r11,%rbp), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm19
	vfmadd231ps	%zmm1, %zmm4, %zmm20
	vfmadd231ps	%zmm2, %zmm4, %zmm21
	vfmadd231ps	%zmm4, %zmm3, %zmm22
	vbroadcastss	4(%r11,%rax), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm23
	vfmadd231ps	%zmm1, %zmm4, %zmm24
	vfmadd231ps	%zmm2, %zmm4, %zmm13
	vfmadd231ps	%zmm4, %zmm3, %zmm14
	vbroadcastss	4(%r11,%rcx), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm15
	vfmadd231ps	%zmm1, %zmm4, %zmm16
	vfmadd231ps	%zmm2, %zmm4, %zmm25
	vfmadd231ps	%zmm4, %zmm3, %zmm26
	vbroadcastss	4(%r11,%rsi), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm27
	vfmadd231ps	%zmm1, %zmm4, %zmm28
	vfmadd231ps	%zmm2, %zmm4, %zmm29
	vfmadd231ps	%zmm3, %zmm4, %zmm6
	vmovups	-448(%r15), %zmm0
	vmovups	-384(%r15), %zmm1
	vmovups	-320(%r15), %zmm2
	vmovups	-256(%r15), %zmm3
	vbroadcastss	8(%r14,%r13), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm7
	vfmadd231ps	%zmm1, %zmm4, %zmm8
	vfmadd231ps	%zmm2, %zmm4, %zmm9
	vfmadd231ps	%zmm4, %zmm3, %zmm10
	vbroadcastss	8(%r11,%rdx), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm11
	vfmadd231ps	%zmm1, %zmm4, %zmm12
	vfmadd231ps	%zmm2, %zmm4, %zmm17
	vfmadd231ps	%zmm4, %zmm3, %zmm18
	vbroadcastss	8(%r11,%rbp), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm19
	vfmadd231ps	%zmm1, %zmm4, %zmm20
	vfmadd231ps	%zmm2, %zmm4, %zmm21
	vfmadd231ps	%zmm4, %zmm3, %zmm22
	vbroadcastss	8(%r11,%rax), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm23
	vfmadd231ps	%zmm1, %zmm4, %zmm24
	vfmadd231ps	%zmm2, %zmm4, %zmm13
	vfmadd231ps	%zmm4, %zmm3, %zmm14
	vbroadcastss	8(%r11,%rcx), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm15
	vfmadd231ps	%zmm1, %zmm4, %zmm16
	vfmadd231ps	%zmm2, %zmm4, %zmm25
	vfmadd231ps	%zmm4, %zmm3, %zmm26
	vbroadcastss	8(%r11,%rsi), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm27
	vfmadd231ps	%zmm1, %zmm4, %zmm28
	vfmadd231ps	%zmm2, %zmm4, %zmm29
	vfmadd231ps	%zmm3, %zmm4, %zmm6
	vmovups	-192(%r15), %zmm0
	vmovups	-128(%r15), %zmm1
	vmovups	-64(%r15), %zmm2
	vmovups	(%r15), %zmm3
	vbroadcastss	12(%r14,%r13), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm7
	vfmadd231ps	%zmm1, %zmm4, %zmm8
	vfmadd231ps	%zmm2, %zmm4, %zmm9
	vfmadd231ps	%zmm4, %zmm3, %zmm10
	vbroadcastss	12(%r11,%rdx), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm11
	vfmadd231ps	%zmm1, %zmm4, %zmm12
	vfmadd231ps	%zmm2, %zmm4, %zmm17
	vfmadd231ps	%zmm4, %zmm3, %zmm18
	vbroadcastss	12(%r11,%rbp), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm19
	vfmadd231ps	%zmm1, %zmm4, %zmm20
	vfmadd231ps	%zmm2, %zmm4, %zmm21
	vfmadd231ps	%zmm4, %zmm3, %zmm22
	vbroadcastss	12(%r11,%rax), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm23
	vfmadd231ps	%zmm1, %zmm4, %zmm24
	vfmadd231ps	%zmm2, %zmm4, %zmm13
	vfmadd231ps	%zmm4, %zmm3, %zmm14
	vbroadcastss	12(%r11,%rcx), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm15
	vfmadd231ps	%zmm1, %zmm4, %zmm16
	vfmadd231ps	%zmm2, %zmm4, %zmm25
	vfmadd231ps	%zmm4, %zmm3, %zmm26
	vbroadcastss	12(%r11,%rsi), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm27
	vfmadd231ps	%zmm1, %zmm4, %zmm28
	vfmadd231ps	%zmm2, %zmm4, %zmm29
	vfmadd231ps	%zmm3, %zmm4, %zmm6
	addq	$4, %r12
	addq	$1024, %r15
	cmpq	%r10, %r12
	jl	.LBB0_193
	jmp	.LBB0_194
.LBB0_260:
	cmpl	$-12, -100(%rsp)
	jg	.LBB0_282
	movq	-40(%rsp), %rcx
	cmpq	$4, %rcx
	jg	.LBB0_263
	movq	48(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	64(%rax)
	prefetcht1	127(%rax)
	movq	40(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	64(%rax)
	prefetcht1	127(%rax)
	movq	32(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	64(%rax)
	prefetcht1	127(%rax)
	movq	24(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	64(%rax)
	prefetcht1	127(%rax)
.LBB0_263:
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm9, %xmm9, %xmm9
	vxorps	%xmm10, %xmm10, %xmm10
	testq	%r10, %r10
	jne	.LBB0_264
	vxorps	%xmm11, %xmm11, %xmm11
	jne	.LBB0_266
.LBB0_267:
	vxorps	%xmm12, %xmm12, %xmm12
	jne	.LBB0_268
.LBB0_269:
	vxorps	%xmm13, %xmm13, %xmm13
	jne	.LBB0_270
.LBB0_271:
	jne	.LBB0_272
.LBB0_273:
	testq	%rcx, %rcx
	jg	.LBB0_274
	jmp	.LBB0_279
.LBB0_196:
	cmpl	$-12, -100(%rsp)
	jg	.LBB0_282
	movq	-40(%rsp), %rcx
	cmpq	$4, %rcx
	jg	.LBB0_199
	movq	48(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	64(%rax)
	prefetcht1	128(%rax)
	prefetcht1	192(%rax)
	prefetcht1	255(%rax)
	movq	40(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	64(%rax)
	prefetcht1	128(%rax)
	prefetcht1	192(%rax)
	prefetcht1	255(%rax)
	movq	32(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	64(%rax)
	prefetcht1	128(%rax)
	prefetcht1	192(%rax)
	prefetcht1	255(%rax)
	movq	24(%rsp), %rax
	prefetcht1	(%rax)
	prefetcht1	64(%rax)
	prefetcht1	128(%rax)
	prefetcht1	192(%rax)
	prefetcht1	255(%rax)
.LBB0_199:
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm9, %xmm9, %xmm9
	vxorps	%xmm10, %xmm10, %xmm10
	testq	%r10, %r10
	jne	.LBB0_200
	vxorps	%xmm11, %xmm11, %xmm11
	jne	.LBB0_202
.LBB0_203:
	vxorps	%xmm12, %xmm12, %xmm12
	jne	.LBB0_204
.LBB0_205:
	vxorps	%xmm13, %xmm13, %xmm13
	jne	.LBB0_206
.LBB0_207:
	vxorps	%xmm14, %xmm14, %xmm14
	jne	.LBB0_208
.LBB0_209:
	vxorps	%xmm15, %xmm15, %xmm15
	jne	.LBB0_210
.LBB0_211:
	vxorps	%xmm16, %xmm16, %xmm16
	jne	.LBB0_212
.LBB0_213:
	vxorps	%xmm17, %xmm17, %xmm17
	jne	.LBB0_214
.LBB0_215:
	vxorps	%xmm18, %xmm18, %xmm18
	jne	.LBB0_216
.LBB0_217:
	vxorps	%xmm19, %xmm19, %xmm19
	jne	.LBB0_218
.LBB0_219:
	vxorps	%xmm20, %xmm20, %xmm20
	jne	.LBB0_220
.LBB0_221:
	vxorps	%xmm21, %xmm21, %xmm21
	jne	.LBB0_222
.LBB0_223:
	jne	.LBB0_224
.LBB0_225:
	testq	%rcx, %rcx
	jg	.LBB0_226
	jmp	.LBB0_231
.LBB0_133:
	vmovups	3072(%rbp), %zmm7
	vmovups	3328(%rbp), %zmm8
	vmovups	3584(%rbp), %zmm9
	je	.LBB0_136
.LBB0_135:
	vmovups	3840(%rbp), %zmm6
	testq	%rcx, %rcx
	jle	.LBB0_142
.LBB0_137:
	movq	224(%rsp), %rax
	xorl	%ecx, %ecx
	jmp	.LBB0_138
	.p2align	4
.LBB0_141:
	incq	%rcx
	addq	$16384, %rax
	cmpq	240(%rsp), %rcx
	je	.LBB0_142
.LBB0_138:
	movq	%rcx, %rsi
	shlq	$5, %rsi
	movq	86040(%rbp,%rsi), %rdi
	cmpq	$64, %rdi
	movl	$64, %edx
	cmovlq	%rdi, %rdx
	testq	%rdi, %rdi
	jle	.LBB0_141
	movq	86016(%rbp,%rsi), %r8
	movq	86024(%rbp,%rsi), %rdi
	leaq	(%rdi,%rdi,4), %r9
	leaq	(%rdi,%rdi,2), %r10
	leaq	(%rdi,%rdi,8), %rsi
	leaq	(%rsi,%rsi,2), %rsi
	addq	%rdi, %rsi
	imulq	$60, %rdi, %r11
	imulq	$56, %rdi, %rbx
	imulq	$52, %rdi, %r14
	shlq	$4, %rdi
	leaq	(%rdi,%rdi,2), %r15
	leaq	(%r8,%r15), %r12
	addq	%r12, %rdi
	leaq	(%r12,%r9,4), %r9
	leaq	(%r12,%r10,8), %r10
	addq	%r12, %rsi
	leaq	12(%r8,%r11), %r11
	leaq	12(%r8,%rbx), %rbx
	leaq	12(%r8,%r14), %r14
	leaq	12(%r8,%r15), %r15
	movq	-80(%rsp), %r8
	movq	%rax, %r12
	xorl	%r13d, %r13d
	.p2align	4
.LBB0_140:
	prefetcht0	(%rdi,%r13,4)
	prefetcht0	(%r9,%r13,4)
	vmovups	-768(%r12), %zmm0
	vmovups	-512(%r12), %zmm1
	vmovups	-256(%r12), %zmm2
	vfmadd231ps	-12(%r15,%r13,4){1to16}, %zmm0, %zmm7
	vfmadd231ps	-12(%r14,%r13,4){1to16}, %zmm0, %zmm8
	vfmadd231ps	-12(%rbx,%r13,4){1to16}, %zmm0, %zmm9
	vfmadd231ps	-12(%r11,%r13,4){1to16}, %zmm0, %zmm6
	vfmadd231ps	-8(%r15,%r13,4){1to16}, %zmm1, %zmm7
	vfmadd231ps	-8(%r14,%r13,4){1to16}, %zmm1, %zmm8
	vfmadd231ps	-8(%rbx,%r13,4){1to16}, %zmm1, %zmm9
	vfmadd231ps	-8(%r11,%r13,4){1to16}, %zmm1, %zmm6
	vfmadd231ps	-4(%r15,%r13,4){1to16}, %zmm2, %zmm7
	vfmadd231ps	-4(%r14,%r13,4){1to16}, %zmm2, %zmm8
	prefetcht0	(%r10,%r13,4)
	vfmadd231ps	-4(%rbx,%r13,4){1to16}, %zmm2, %zmm9
	vfmadd231ps	-4(%r11,%r13,4){1to16}, %zmm2, %zmm6
	vmovups	(%r12), %zmm0
	vfmadd231ps	(%r15,%r13,4){1to16}, %zmm0, %zmm7
	vfmadd231ps	(%r14,%r13,4){1to16}, %zmm0, %zmm8
	vfmadd231ps	(%rbx,%r13,4){1to16}, %zmm0, %zmm9
	prefetcht0	(%rsi,%r13,4)
	vfmadd231ps	(%r11,%r13,4){1to16}, %zmm0, %zmm6
	addq	$4, %r13
	addq	$1024, %r12
	cmpq	%rdx, %r13
	jl	.LBB0_140
	jmp	.LBB0_141
.LBB0_264:
	vmovups	3072(%rbp), %zmm7
	vmovups	3136(%rbp), %zmm8
	vmovups	3328(%rbp), %zmm9
	vmovups	3392(%rbp), %zmm10
	vxorps	%xmm11, %xmm11, %xmm11
	je	.LBB0_267
.LBB0_266:
	vmovups	3584(%rbp), %zmm11
	vxorps	%xmm12, %xmm12, %xmm12
	je	.LBB0_269
.LBB0_268:
	vmovups	3648(%rbp), %zmm12
	vxorps	%xmm13, %xmm13, %xmm13
	je	.LBB0_271
.LBB0_270:
	vmovups	3840(%rbp), %zmm13
	je	.LBB0_273
.LBB0_272:
	vmovups	3904(%rbp), %zmm6
	testq	%rcx, %rcx
	jle	.LBB0_279
.LBB0_274:
	movq	208(%rsp), %rax
	xorl	%edx, %edx
	jmp	.LBB0_275
	.p2align	4
.LBB0_278:
	incq	%rdx
	addq	$16384, %rax
	cmpq	240(%rsp), %rdx
	je	.LBB0_279
.LBB0_275:
	movq	%rdx, %rsi
	shlq	$5, %rsi
	movq	86040(%rbp,%rsi), %rdi
	cmpq	$64, %rdi
	movl	$64, %ecx
	cmovlq	%rdi, %rcx
	testq	%rdi, %rdi
	jle	.LBB0_278
	movq	86016(%rbp,%rsi), %r8
	movq	86024(%rbp,%rsi), %rdi
	leaq	(%rdi,%rdi,4), %r9
	leaq	(%rdi,%rdi,2), %r10
	leaq	(%rdi,%rdi,8), %rsi
	leaq	(%rsi,%rsi,2), %rsi
	addq	%rdi, %rsi
	imulq	$60, %rdi, %r11
	imulq	$56, %rdi, %rbx
	imulq	$52, %rdi, %r14
	shlq	$4, %rdi
	leaq	(%rdi,%rdi,2), %r15
	leaq	(%r8,%r15), %r12
	addq	%r12, %rdi
	leaq	(%r12,%r9,4), %r9
	leaq	(%r12,%r10,8), %r10
	addq	%r12, %rsi
	leaq	12(%r8,%r11), %r11
	leaq	12(%r8,%rbx), %rbx
	leaq	12(%r8,%r14), %r14
	leaq	12(%r8,%r15), %r15
	movq	-80(%rsp), %r8
	movq	%rax, %r12
	xorl	%r13d, %r13d
	.p2align	4
.LBB0_277:
	prefetcht0	(%rdi,%r13,4)
	prefetcht0	(%r9,%r13,4)
	prefetcht0	(%r10,%r13,4)
	prefetcht0	(%rsi,%r13,4)
	vbroadcastss	-12(%r15,%r13,4), %zmm0
	vmovups	-832(%r12), %zmm1
	vmovups	-768(%r12), %zmm2
	vmovups	-576(%r12), %zmm3
	vmovups	-512(%r12), %zmm4
	vfmadd231ps	%zmm1, %zmm0, %zmm7
	vfmadd231ps	%zmm0, %zmm2, %zmm8
	vbroadcastss	-12(%r14,%r13,4), %zmm0
	vfmadd231ps	%zmm1, %zmm0, %zmm9
	vfmadd231ps	%zmm0, %zmm2, %zmm10
	vbroadcastss	-12(%rbx,%r13,4), %zmm0
	vfmadd231ps	%zmm1, %zmm0, %zmm11
	vfmadd231ps	%zmm0, %zmm2, %zmm12
	vbroadcastss	-12(%r11,%r13,4), %zmm0
	vfmadd231ps	%zmm1, %zmm0, %zmm13
	vfmadd231ps	%zmm2, %zmm0, %zmm6
	vbroadcastss	-8(%r15,%r13,4), %zmm0
	vfmadd231ps	%zmm3, %zmm0, %zmm7
	vfmadd231ps	%zmm0, %zmm4, %zmm8
	vbroadcastss	-8(%r14,%r13,4), %zmm0
	vfmadd231ps	%zmm3, %zmm0, %zmm9
	vfmadd231ps	%zmm0, %zmm4, %zmm10
	vbroadcastss	-8(%rbx,%r13,4), %zmm0
	vfmadd231ps	%zmm3, %zmm0, %zmm11
	vfmadd231ps	%zmm0, %zmm4, %zmm12
	vbroadcastss	-8(%r11,%r13,4), %zmm0
	vfmadd231ps	%zmm3, %zmm0, %zmm13
	vfmadd231ps	%zmm4, %zmm0, %zmm6
	vmovups	-320(%r12), %zmm0
	vmovups	-256(%r12), %zmm1
	vbroadcastss	-4(%r15,%r13,4), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm7
	vfmadd231ps	%zmm2, %zmm1, %zmm8
	vbroadcastss	-4(%r14,%r13,4), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm9
	vfmadd231ps	%zmm2, %zmm1, %zmm10
	vbroadcastss	-4(%rbx,%r13,4), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm11
	vfmadd231ps	%zmm2, %zmm1, %zmm12
	vbroadcastss	-4(%r11,%r13,4), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm13
	vfmadd231ps	%zmm1, %zmm2, %zmm6
	vmovups	-64(%r12), %zmm0
	vmovups	(%r12), %zmm1
	vbroadcastss	(%r15,%r13,4), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm7
	vfmadd231ps	%zmm2, %zmm1, %zmm8
	vbroadcastss	(%r14,%r13,4), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm9
	vfmadd231ps	%zmm2, %zmm1, %zmm10
	vbroadcastss	(%rbx,%r13,4), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm11
	vfmadd231ps	%zmm2, %zmm1, %zmm12
	vbroadcastss	(%r11,%r13,4), %zmm2
	vfmadd231ps	%zmm0, %zmm2, %zmm13
	vfmadd231ps	%zmm1, %zmm2, %zmm6
	addq	$4, %r13
	addq	$1024, %r12
	cmpq	%rcx, %r13
	jl	.LBB0_277
	jmp	.LBB0_278
.LBB0_279:
	vmovups	%zmm7, 3072(%rbp)
	vmovups	%zmm8, 3136(%rbp)
	vmovups	%zmm9, 3328(%rbp)
	vmovups	%zmm10, 3392(%rbp)
	vmovups	%zmm11, 3584(%rbp)
	vmovups	%zmm12, 3648(%rbp)
	vmovups	%zmm13, 3840(%rbp)
	vmovups	%zmm6, 3904(%rbp)
	movq	-72(%rsp), %r14
	jmp	.LBB0_280
.LBB0_200:
	vmovups	3072(%rbp), %zmm7
	vmovups	3136(%rbp), %zmm8
	vmovups	3200(%rbp), %zmm9
	vmovups	3264(%rbp), %zmm10
	vxorps	%xmm11, %xmm11, %xmm11
	je	.LBB0_203
.LBB0_202:
	vmovups	3328(%rbp), %zmm11
	vxorps	%xmm12, %xmm12, %xmm12
	je	.LBB0_205
.LBB0_204:
	vmovups	3392(%rbp), %zmm12
	vxorps	%xmm13, %xmm13, %xmm13
	je	.LBB0_207
.LBB0_206:
	vmovups	3456(%rbp), %zmm13
	vxorps	%xmm14, %xmm14, %xmm14
	je	.LBB0_209
.LBB0_208:
	vmovups	3520(%rbp), %zmm14
	vxorps	%xmm15, %xmm15, %xmm15
	je	.LBB0_211
.LBB0_210:
	vmovups	3584(%rbp), %zmm15
	vxorps	%xmm16, %xmm16, %xmm16
	je	.LBB0_213
.LBB0_212:
	vmovups	3648(%rbp), %zmm16
	vxorps	%xmm17, %xmm17, %xmm17
	je	.LBB0_215
.LBB0_214:
	vmovups	3712(%rbp), %zmm17
	vxorps	%xmm18, %xmm18, %xmm18
	je	.LBB0_217
.LBB0_216:
	vmovups	3776(%rbp), %zmm18
	vxorps	%xmm19, %xmm19, %xmm19
	je	.LBB0_219
.LBB0_218:
	vmovups	3840(%rbp), %zmm19
	vxorps	%xmm20, %xmm20, %xmm20
	je	.LBB0_221
.LBB0_220:
	vmovups	3904(%rbp), %zmm20
	vxorps	%xmm21, %xmm21, %xmm21
	je	.LBB0_223
.LBB0_222:
	vmovups	3968(%rbp), %zmm21
	je	.LBB0_225
.LBB0_224:
	vmovups	4032(%rbp), %zmm6
	testq	%rcx, %rcx
	jle	.LBB0_231
.LBB0_226:
	movq	216(%rsp), %rdx
	xorl	%eax, %eax
	jmp	.LBB0_227
	.p2align	4
.LBB0_230:
	movq	304(%rsp), %rax
	incq	%rax
	addq	$16384, %rdx
	cmpq	240(%rsp), %rax
	je	.LBB0_231
.LBB0_227:
	movq	%rax, 304(%rsp)
	movq	%rax, %rcx
	shlq	$5, %rcx
	movq	86040(%rbp,%rcx), %rax
	cmpq	$64, %rax
	movl	$64, %esi
	cmovlq	%rax, %rsi
	testq	%rax, %rax
	jle	.LBB0_230
	movq	86016(%rbp,%rcx), %rax
	movq	86024(%rbp,%rcx), %r9
	leaq	(%r9,%r9,4), %rcx
	leaq	(%r9,%r9,2), %r8
	leaq	(%r9,%r9,8), %rdi
	leaq	(%rdi,%rdi,2), %rdi
	addq	%r9, %rdi
	imulq	$60, %r9, %rbx
	imulq	$56, %r9, %r14
	imulq	$52, %r9, %r15
	shlq	$4, %r9
	leaq	(%r9,%r9,2), %r12
	leaq	(%rax,%r12), %r13
	addq	%r13, %r9
	leaq	(%r13,%rcx,4), %r10
	leaq	(%r13,%r8,8), %r11
	movq	-80(%rsp), %r8
	addq	%r13, %rdi
	leaq	12(%rax,%rbx), %rbx
	leaq	12(%rax,%r14), %r14
	leaq	12(%rax,%r15), %r15
	leaq	12(%rax,%r12), %r12
	movq	%rdx, %r13
	xorl	%eax, %eax
	.p2align	4
.LBB0_229:
	prefetcht0	(%r9,%rax,4)
	prefetcht0	(%r10,%rax,4)
	prefetcht0	(%r11,%rax,4)
	prefetcht0	(%rdi,%rax,4)
	vmovups	-960(%r13), %zmm0
	vmovups	-896(%r13), %zmm1
	vmovups	-832(%r13), %zmm2
	vmovups	-768(%r13), %zmm3
	vbroadcastss	-12(%r12,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm7
	vfmadd231ps	%zmm1, %zmm4, %zmm8
	vfmadd231ps	%zmm2, %zmm4, %zmm9
	vfmadd231ps	%zmm4, %zmm3, %zmm10
	vbroadcastss	-12(%r15,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm11
	vfmadd231ps	%zmm1, %zmm4, %zmm12
	vfmadd231ps	%zmm2, %zmm4, %zmm13
	vfmadd231ps	%zmm4, %zmm3, %zmm14
	vbroadcastss	-12(%r14,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm15
	vfmadd231ps	%zmm1, %zmm4, %zmm16
	vfmadd231ps	%zmm2, %zmm4, %zmm17
	vfmadd231ps	%zmm4, %zmm3, %zmm18
	vbroadcastss	-12(%rbx,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm19
	vfmadd231ps	%zmm1, %zmm4, %zmm20
	vfmadd231ps	%zmm2, %zmm4, %zmm21
	vfmadd231ps	%zmm3, %zmm4, %zmm6
	vmovups	-704(%r13), %zmm0
	vmovups	-640(%r13), %zmm1
	vmovups	-576(%r13), %zmm2
	vmovups	-512(%r13), %zmm3
	vbroadcastss	-8(%r12,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm7
	vfmadd231ps	%zmm1, %zmm4, %zmm8
	vfmadd231ps	%zmm2, %zmm4, %zmm9
	vfmadd231ps	%zmm4, %zmm3, %zmm10
	vbroadcastss	-8(%r15,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm11
	vfmadd231ps	%zmm1, %zmm4, %zmm12
	vfmadd231ps	%zmm2, %zmm4, %zmm13
	vfmadd231ps	%zmm4, %zmm3, %zmm14
	vbroadcastss	-8(%r14,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm15
	vfmadd231ps	%zmm1, %zmm4, %zmm16
	vfmadd231ps	%zmm2, %zmm4, %zmm17
	vfmadd231ps	%zmm4, %zmm3, %zmm18
	vbroadcastss	-8(%rbx,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm19
	vfmadd231ps	%zmm1, %zmm4, %zmm20
	vfmadd231ps	%zmm2, %zmm4, %zmm21
	vfmadd231ps	%zmm3, %zmm4, %zmm6
	vmovups	-448(%r13), %zmm0
	vmovups	-384(%r13), %zmm1
	vmovups	-320(%r13), %zmm2
	vmovups	-256(%r13), %zmm3
	vbroadcastss	-4(%r12,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm7
	vfmadd231ps	%zmm1, %zmm4, %zmm8
	vfmadd231ps	%zmm2, %zmm4, %zmm9
	vfmadd231ps	%zmm4, %zmm3, %zmm10
	vbroadcastss	-4(%r15,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm11
	vfmadd231ps	%zmm1, %zmm4, %zmm12
	vfmadd231ps	%zmm2, %zmm4, %zmm13
	vfmadd231ps	%zmm4, %zmm3, %zmm14
	vbroadcastss	-4(%r14,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm15
	vfmadd231ps	%zmm1, %zmm4, %zmm16
	vfmadd231ps	%zmm2, %zmm4, %zmm17
	vfmadd231ps	%zmm4, %zmm3, %zmm18
	vbroadcastss	-4(%rbx,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm19
	vfmadd231ps	%zmm1, %zmm4, %zmm20
	vfmadd231ps	%zmm2, %zmm4, %zmm21
	vfmadd231ps	%zmm3, %zmm4, %zmm6
	vmovups	-192(%r13), %zmm0
	vmovups	-128(%r13), %zmm1
	vmovups	-64(%r13), %zmm2
	vmovups	(%r13), %zmm3
	vbroadcastss	(%r12,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm7
	vfmadd231ps	%zmm1, %zmm4, %zmm8
	vfmadd231ps	%zmm2, %zmm4, %zmm9
	vfmadd231ps	%zmm4, %zmm3, %zmm10
	vbroadcastss	(%r15,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm11
	vfmadd231ps	%zmm1, %zmm4, %zmm12
	vfmadd231ps	%zmm2, %zmm4, %zmm13
	vfmadd231ps	%zmm4, %zmm3, %zmm14
	vbroadcastss	(%r14,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm15
	vfmadd231ps	%zmm1, %zmm4, %zmm16
	vfmadd231ps	%zmm2, %zmm4, %zmm17
	vfmadd231ps	%zmm4, %zmm3, %zmm18
	vbroadcastss	(%rbx,%rax,4), %zmm4
	vfmadd231ps	%zmm0, %zmm4, %zmm19
	vfmadd231ps	%zmm1, %zmm4, %zmm20
	vfmadd231ps	%zmm2, %zmm4, %zmm21
	vfmadd231ps	%zmm3, %zmm4, %zmm6
	addq	$4, %rax
	addq	$1024, %r13
	cmpq	%rsi, %rax
	jl	.LBB0_229
	jmp	.LBB0_230
.LBB0_231:
	vmovups	%zmm7, 3072(%rbp)
	vmovups	%zmm8, 3136(%rbp)
	vmovups	%zmm9, 3200(%rbp)
	vmovups	%zmm10, 3264(%rbp)
	vmovups	%zmm11, 3328(%rbp)
	vmovups	%zmm12, 3392(%rbp)
	vmovups	%zmm13, 3456(%rbp)
	vmovups	%zmm14, 3520(%rbp)
	vmovups	%zmm15, 3584(%rbp)
	vmovups	%zmm16, 3648(%rbp)
	vmovups	%zmm17, 3712(%rbp)
	vmovups	%zmm18, 3776(%rbp)
	vmovups	%zmm19, 3840(%rbp)
	vmovups	%zmm20, 3904(%rbp)
	vmovups	%zmm21, 3968(%rbp)
	vmovups	%zmm6, 4032(%rbp)
	movq	-72(%rsp), %r14
	vmovdqa64	.LCPI0_5(%rip), %zmm18
	vmovdqa64	.LCPI0_6(%rip), %zmm19
	vmovdqa64	.LCPI0_7(%rip), %zmm20
	vmovdqa64	.LCPI0_8(%rip), %zmm21
	vmovdqu64	1328(%rsp), %zmm15
	vmovdqu64	1264(%rsp), %zmm16
	vmovdqu64	1200(%rsp), %zmm17
.LBB0_280:
	vmovdqu64	944(%rsp), %zmm12
	jmp	.LBB0_281
.LBB0_286:
	addq	$1464, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	vzeroupper
	retq
.Lfunc_end0:
	.size	mm, .Lfunc_end0-mm

	.section	".note.GNU-stack","",@progbits
# tts-arena-bytes=86208
