import * as z from 'zod/mini';
import {cursor, page, pageSize} from '../fields.ts';
import {defineRoute} from '../route.ts';
import {
	casesInput,
	changedCases,
	deletedTestList,
	testList,
	testListDetail,
	testListInput,
	testListPatch,
	testListRunInput,
	testListTicket,
} from '../test-list.ts';

export const listTestLists = defineRoute({
	name: 'listTestLists',
	summary: 'Test lists, newest first',
	method: 'GET',
	path: '/testlist',
	scope: 'read:tests',
	query: z.object({pageSize, cursor}),
	response: page(testList),
});

export const createTestList = defineRoute({
	name: 'createTestList',
	summary: 'Creates a list of tests of any project and type',
	method: 'POST',
	path: '/testlist',
	keyPrefix: 'cli-testlist-create-',
	scope: 'write:tests',
	status: 201,
	body: testListInput,
	response: testListDetail,
	errors: ['FEATURE_GATED', 'CONFLICT'],
});

export const getTestList = defineRoute({
	name: 'getTestList',
	summary: 'One list with its cases',
	method: 'GET',
	path: '/testlist/{listId}',
	scope: 'read:tests',
	response: testListDetail,
});

export const updateTestList = defineRoute({
	name: 'updateTestList',
	summary: 'Renames a list or changes its environments',
	method: 'PUT',
	path: '/testlist/{listId}',
	keyPrefix: 'cli-testlist-update-',
	scope: 'write:tests',
	body: testListPatch,
	response: testList,
	errors: ['CONFLICT'],
});

export const deleteTestList = defineRoute({
	name: 'deleteTestList',
	summary: 'Deletes a list; the tests stay',
	method: 'DELETE',
	path: '/testlist/{listId}',
	keyPrefix: 'cli-testlist-delete-',
	scope: 'write:tests',
	response: deletedTestList,
	errors: ['CONFLICT'],
});

export const addTestListCases = defineRoute({
	name: 'addTestListCases',
	summary: 'Adds tests to a list',
	method: 'POST',
	path: '/testlist/{listId}/cases',
	keyPrefix: 'cli-testlist-add-',
	scope: 'write:tests',
	body: casesInput,
	response: changedCases,
});

export const removeTestListCases = defineRoute({
	name: 'removeTestListCases',
	summary: 'Takes tests off a list',
	method: 'POST',
	path: '/testlist/{listId}/cases/delete',
	keyPrefix: 'cli-testlist-remove-',
	scope: 'write:tests',
	body: casesInput,
	response: changedCases,
});

export const runTestList = defineRoute({
	name: 'runTestList',
	summary: 'Runs all cases of a list, or some, as one batch',
	method: 'POST',
	path: '/testlist/{listId}/run',
	keyPrefix: 'cli-testlist-run-',
	scope: 'run:tests',
	status: 202,
	body: testListRunInput,
	bodyOptional: true,
	response: testListTicket,
	trigger: true,
	errors: ['INSUFFICIENT_CREDITS'],
});
