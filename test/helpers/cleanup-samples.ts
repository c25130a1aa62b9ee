import type {CleanupCard, CleanupTest, CleanupView} from '../../contract/cleanup.ts';

export const sampleCleanupTest = (test: Partial<CleanupTest> = {}): CleanupTest => ({
	cleanupTestId: 'ctn_1',
	kind: 'sweep',
	testId: null,
	runId: null,
	title: 'Delete order',
	status: 'Passed',
	resourceIds: ['res_1'],
	method: 'DELETE',
	path: '/orders/{orderId}',
	httpStatus: 204,
	responseBody: null,
	error: null,
	attempts: 1,
	rev: 1,
	...test,
});

export const sampleCard = (card: Partial<CleanupCard> = {}): CleanupCard => ({
	resourceId: 'res_1',
	label: 'order_id',
	createdBy: {testId: 'tst_000', title: 'test 000', runId: 'run_000'},
	capturedId: '42',
	sourceEndpoint: {method: 'POST', path: '/orders'},
	family: '/orders',
	parentResourceId: null,
	outcome: 'pending',
	badge: null,
	cleanupTest: null,
	reason: null,
	proof: null,
	deletion: null,
	considered: [],
	note: null,
	fromBatchId: null,
	rev: 1,
	...card,
});

/** A view whose counts follow from its cards. */
export function sampleCleanup(view: Partial<CleanupView> = {}): CleanupView {
	const cards = [...(view.orphaned ?? []), ...(view.cleanedUp ?? []), ...(view.pending ?? [])];
	const of = (...outcomes: string[]) => cards.filter(({outcome}) => outcomes.includes(outcome)).length;
	return {
		batchId: 'bat_1',
		version: 1,
		delta: false,
		state: 'done',
		progress: {
			captured: cards.length,
			cleaned: of('test', 'auto', 'gone'),
			orphaned: of('orphaned'),
			failed: of('failed'),
			pending: of('pending'),
			kept: of('kept'),
			dismissed: of('dismissed'),
		},
		totals: {deleteCalls: of('test', 'auto', 'failed'), deletedRecords: of('test', 'auto', 'gone')},
		orphaned: [],
		cleanedUp: [],
		pending: [],
		tests: [],
		calls: [],
		...view,
	};
}
