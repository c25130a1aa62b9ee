import * as z from 'zod/mini';
import {batchTicket} from './batch.ts';
import {open, priorities, sources, testStatuses, testTypes} from './enums.ts';
import {count, id, text, timestamp} from './fields.ts';

const projectEnvironment = z.object({
	projectId: id('prj'),
	environmentName: z.string().check(z.minLength(1), z.maxLength(64)),
});

export const testList = z.looseObject({
	id: id('lst'),
	name: z.string(),
	caseCount: count,
	projectEnvironments: z.array(
		z.looseObject({projectId: id('prj'), projectName: z.optional(z.nullable(z.string())), environmentName: z.string()}),
	),
	lastExecutionId: z.nullable(id('bat')),
	createdAt: timestamp,
	updatedAt: timestamp,
});
export type TestList = z.infer<typeof testList>;

export const testListDetail = z.looseObject({
	...testList.shape,
	cases: z.array(
		z.looseObject({
			testId: id('tst'),
			type: open(testTypes),
			projectId: id('prj'),
			projectName: z.string(),
			title: z.string(),
			category: z.nullable(z.string()),
			priority: z.nullable(open(priorities)),
			modified: timestamp,
			status: open(testStatuses),
		}),
	),
	stats: z.looseObject({total: count, passed: count, failed: count, blocked: count, running: count}),
	lastExecutionCreated: z.nullable(timestamp),
});
export type TestListDetail = z.infer<typeof testListDetail>;

export const testListInput = z.object({
	name: text(200),
	testIds: z.optional(z.array(id('tst')).check(z.maxLength(2000))),
	projectEnvironments: z.optional(z.array(projectEnvironment)),
});
export type TestListInput = z.infer<typeof testListInput>;

export const testListPatch = z.object({
	name: z.optional(text(200)),
	projectEnvironments: z.optional(z.array(projectEnvironment)),
});

export const deletedTestList = z.looseObject({listId: id('lst')});

export const casesInput = z.object({testIds: z.array(id('tst')).check(z.minLength(1), z.maxLength(500))});
export const changedCases = z.looseObject({
	listId: id('lst'),
	caseCount: count,
	changed: count,
	unchanged: z.array(id('tst')),
	notFound: z.array(id('tst')),
});
export type ChangedCases = z.infer<typeof changedCases>;

export const testListRunInput = z.object({
	testIds: z.optional(z.array(id('tst')).check(z.minLength(1))),
	source: z.optional(z.enum(sources)),
});
export const testListTicket = z.looseObject({
	...batchTicket.shape,
	notFound: z.array(id('tst')),
	reason: z.optional(open(['no_matching_cases', 'empty_list'])),
});
export type TestListTicket = z.infer<typeof testListTicket>;
