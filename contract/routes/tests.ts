import * as z from 'zod/mini';
import {createdFroms, testKinds, testStatuses, testTypes} from '../enums.ts';
import {cursor, id, page, pageSize, queryList} from '../fields.ts';
import {defineRoute} from '../route.ts';
import {
	codeInput,
	createdTest,
	deletedTest,
	test,
	testCode,
	testInput,
	testPatch,
	updatedCode,
	updatedTest,
} from '../test.ts';

const mebibyte = 1_048_576;

export const listTests = defineRoute({
	name: 'listTests',
	summary: 'Tests of a project, newest first',
	method: 'GET',
	path: '/tests',
	scope: 'read:tests',
	query: z.object({
		projectId: id('prj'),
		type: z.optional(z.enum(testTypes)),
		createdFrom: z.optional(z.enum(createdFroms)),
		status: z.optional(queryList(testStatuses)),
		kind: z.optional(z.enum(testKinds)),
		/** Case-insensitive part of the name. */
		q: z.optional(z.string()),
		pageSize,
		cursor,
	}),
	response: page(test),
});

export const createTest = defineRoute({
	name: 'createTest',
	summary: 'Creates a test from Python code (backend) or from plan steps (frontend)',
	method: 'POST',
	path: '/tests',
	keyPrefix: 'cli-create-',
	scope: 'write:tests',
	status: 201,
	body: testInput,
	response: createdTest,
	maxBodyBytes: 4 * mebibyte,
});

export const getTest = defineRoute({
	name: 'getTest',
	summary: 'One test with description and plan steps',
	method: 'GET',
	path: '/tests/{testId}',
	scope: 'read:tests',
	response: test,
});

export const updateTest = defineRoute({
	name: 'updateTest',
	summary: 'Changes metadata and declarations of a test',
	method: 'PUT',
	path: '/tests/{testId}',
	keyPrefix: 'cli-update-',
	scope: 'write:tests',
	body: testPatch,
	response: updatedTest,
});

export const deleteTest = defineRoute({
	name: 'deleteTest',
	summary: 'Deletes a test with its history; runs in flight are cancelled',
	method: 'DELETE',
	path: '/tests/{testId}',
	keyPrefix: 'cli-delete-',
	scope: 'write:tests',
	response: deletedTest,
});

export const getTestCode = defineRoute({
	name: 'getTestCode',
	summary: 'Source of a test with its version',
	method: 'GET',
	path: '/tests/{testId}/code',
	scope: 'read:tests',
	response: testCode,
});

export const putTestCode = defineRoute({
	name: 'putTestCode',
	summary: 'Replaces the source; header if-match names the version it replaces, or *',
	method: 'PUT',
	path: '/tests/{testId}/code',
	keyPrefix: 'cli-code-put-',
	scope: 'write:tests',
	body: codeInput,
	response: updatedCode,
	maxBodyBytes: 4 * mebibyte,
	errors: ['PRECONDITION_FAILED'],
});
