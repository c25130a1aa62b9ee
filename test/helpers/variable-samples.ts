import type {Variable} from '../../contract/variable.ts';

export const sampleVariable = (variable: Partial<Variable> = {}): Variable => ({
	variableId: 'var_1',
	name: 'order_id',
	tag: 'order',
	state: 'captured',
	value: '42',
	valueType: 'number',
	secret: false,
	source: {testId: 'tst_000', title: 'test 000', runId: 'run_000', label: 'Pass'},
	otherSources: [],
	capturedFrom: {location: 'body', path: '$.data.id'},
	capturedAt: '2026-01-31T09:30:00.000Z',
	usedBy: [{testId: 'tst_001', title: 'test 001', label: 'Pass'}],
	cleanupRelevant: true,
	deletedBy: {kind: 'sweep', cleanupTestId: 'ctn_1', testId: null, title: 'Delete order_id', status: 'Passed'},
	cleanupOutcome: 'auto',
	resourceId: 'res_1',
	...variable,
});
