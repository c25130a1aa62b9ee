import {describe, expect, expectTypeOf, it} from 'vitest';
import * as z from 'zod/mini';
import {id} from '../../contract/fields.ts';
import {type BatchId, idPrefixes, type ProjectId, type RunId, type TestId} from '../../contract/ids.ts';
import type {Params, ResponseOf} from '../../contract/route.ts';
import type {getRun} from '../../contract/routes/runs.ts';
import type {getTest} from '../../contract/routes/tests.ts';
import {createIds} from '../../service/store/ids.ts';

// What stands here as a type is checked by `npm run typecheck`: an id of another kind must not compile.
describe('ids', () => {
	const newId = createIds(() => 0);
	const open = (testId: TestId): string => testId;

	it('of two kinds are not exchanged', () => {
		// @ts-expect-error the id of a run is none of a test
		open(newId('run'));
		const test: TestId = newId('tst');
		// @ts-expect-error the id of a test is none of a batch
		const batch: BatchId = test;
		expect(batch).toBe(test);
		expectTypeOf<RunId>().not.toExtend<ProjectId>();
	});

	it('are those of their kind in answers, in addresses and where they are made', () => {
		expectTypeOf<ResponseOf<typeof getTest>['projectId']>().toEqualTypeOf<ProjectId>();
		expectTypeOf<ResponseOf<typeof getRun>['runId']>().toEqualTypeOf<RunId>();
		expectTypeOf<Params<typeof getTest>>().toEqualTypeOf<{testId: TestId}>();
		expectTypeOf(newId('prj')).toEqualTypeOf<ProjectId>();
	});

	it('are made of a text that says nothing of its kind, such as an argument', () => {
		const argument: string = 'tst_1';
		expect(open(argument)).toBe('tst_1');
	});

	it('are texts on the wire, described by what they stand for', () => {
		const testId = id('tst');
		expect(z.safeParse(testId, '').success).toBe(false);
		expect(z.parse(testId, 'any')).toBe('any');
		expect(z.globalRegistry.get(testId)?.description).toBe(`${idPrefixes.tst}, tst_…`);
	});
});
