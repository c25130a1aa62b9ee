/** Prefixes of identifiers and the object each stands for. */
export const idPrefixes = {
	usr: 'account',
	mem: 'member of an account',
	aud: 'audit entry',
	key: 'API key (its id, not the secret)',
	prj: 'project',
	tst: 'test',
	run: 'run',
	snp: 'snapshot',
	req: 'request',
	ep: 'endpoint',
	led: 'ledger entry',
	ast: 'asset',
	bat: 'batch',
	var: 'dynamic variable of a batch',
	res: 'cleanup resource',
	ctn: 'cleanup test of a batch',
	crl: 'cleanup rule',
	cal: 'recorded call',
	chn: 'chain',
	pln: 'plan',
	row: 'plan row',
	rcp: 'recipe',
	edg: 'edge between two endpoints',
	chg: 'plan change set',
	gen: 'generation',
	ref: 'refinement',
	dsc: 'discovery',
	fnd: 'finding',
	doc: 'document',
	env: 'environment',
	crd: 'credential set',
	sch: 'schedule',
	srn: 'schedule run',
	lst: 'test list',
	hea: 'heal',
} as const;
export type IdPrefix = keyof typeof idPrefixes;

declare const standsFor: unique symbol;

/**
 * A text that identifies one kind of object. The mark exists in types alone: an id of another kind is refused by the
 * compiler, a text that says nothing of its kind (an argument, a parameter of an address) becomes an id where it is
 * first passed as one.
 */
export type Id<Prefix extends IdPrefix> = string & {readonly [standsFor]?: Prefix};

export type AccountId = Id<'usr'>;
export type MemberId = Id<'mem'>;
export type AuditEntryId = Id<'aud'>;
export type KeyId = Id<'key'>;
export type ProjectId = Id<'prj'>;
export type TestId = Id<'tst'>;
export type RunId = Id<'run'>;
export type SnapshotId = Id<'snp'>;
export type EndpointId = Id<'ep'>;
export type LedgerEntryId = Id<'led'>;
export type BatchId = Id<'bat'>;
export type VariableId = Id<'var'>;
export type CleanupResourceId = Id<'res'>;
export type CleanupTestId = Id<'ctn'>;
export type CleanupRuleId = Id<'crl'>;
export type CallId = Id<'cal'>;
export type ChainId = Id<'chn'>;
export type PlanId = Id<'pln'>;
export type PlanRowId = Id<'row'>;
export type EdgeId = Id<'edg'>;
export type ChangeSetId = Id<'chg'>;
export type GenerationId = Id<'gen'>;
export type RefinementId = Id<'ref'>;
export type DiscoveryId = Id<'dsc'>;
export type FindingId = Id<'fnd'>;
export type DocumentId = Id<'doc'>;
export type EnvironmentId = Id<'env'>;
export type CredentialSetId = Id<'crd'>;
export type ScheduleId = Id<'sch'>;
export type ScheduleRunId = Id<'srn'>;
export type TestListId = Id<'lst'>;
export type HealId = Id<'hea'>;

/** What a parameter in the path of a route identifies, by its name. */
export type IdOfParameter = {
	accountId: AccountId;
	batchId: BatchId;
	callId: CallId;
	chainId: ChainId;
	changeSetId: ChangeSetId;
	edgeId: EdgeId;
	endpointId: EndpointId;
	findingId: FindingId;
	generationId: GenerationId;
	healId: HealId;
	keyId: KeyId;
	listId: TestListId;
	memberId: MemberId;
	projectId: ProjectId;
	refinementId: RefinementId;
	resourceId: DocumentId;
	rowId: PlanRowId;
	ruleId: CleanupRuleId;
	runId: RunId;
	scheduleId: ScheduleId;
	setId: CredentialSetId;
	testId: TestId;
};
