import * as z from 'zod/mini';
import {applyChangeSetInput, changeSet, settleInput} from '../change-set.ts';
import {cursor, pageSize, since, waitSeconds, page} from '../fields.ts';
import {defineRoute} from '../route.ts';

export const listChangeSets = defineRoute({
	name: 'listChangeSets',
	summary: 'Change sets of a plan, newest first, without their changes',
	method: 'GET',
	path: '/projects/{projectId}/plans/changes',
	scope: 'read:projects',
	query: z.object({pageSize, cursor}),
	response: page(changeSet),
});

export const getChangeSet = defineRoute({
	name: 'getChangeSet',
	summary: 'A change set with what it does to rows and to code, and why',
	method: 'GET',
	path: '/projects/{projectId}/plans/changes/{changeSetId}',
	scope: 'read:projects',
	query: z.object({since, waitSeconds}),
	response: changeSet,
	errors: ['NOT_FOUND'],
});

export const settlePlan = defineRoute({
	name: 'settlePlan',
	summary: 'One round of making tests usable: finds bodies that the API accepts where it refused what was planned',
	method: 'POST',
	path: '/projects/{projectId}/plans/settle',
	keyPrefix: 'cli-plan-settle-',
	scope: 'write:tests',
	status: 202,
	body: settleInput,
	bodyOptional: true,
	response: changeSet,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'],
});

export const applyChangeSet = defineRoute({
	name: 'applyChangeSet',
	summary: 'Applies a change set, or only some of its rows',
	method: 'POST',
	path: '/projects/{projectId}/plans/changes/{changeSetId}/apply',
	keyPrefix: 'cli-plan-apply-',
	scope: 'write:tests',
	body: applyChangeSetInput,
	bodyOptional: true,
	response: changeSet,
	errors: ['NOT_FOUND', 'CONFLICT'],
});

export const undoChangeSet = defineRoute({
	name: 'undoChangeSet',
	summary: 'Takes an applied change set back, and those that were applied later',
	method: 'POST',
	path: '/projects/{projectId}/plans/changes/{changeSetId}/undo',
	keyPrefix: 'cli-plan-undo-',
	scope: 'write:tests',
	response: changeSet,
	errors: ['NOT_FOUND', 'CONFLICT'],
});

export const discardChangeSet = defineRoute({
	name: 'discardChangeSet',
	summary: 'Puts a change set away that was not applied',
	method: 'POST',
	path: '/projects/{projectId}/plans/changes/{changeSetId}/discard',
	keyPrefix: 'cli-plan-discard-',
	scope: 'write:tests',
	response: changeSet,
	errors: ['NOT_FOUND', 'CONFLICT'],
});

export const undoPlan = defineRoute({
	name: 'undoPlan',
	summary: 'Takes the change set back that was applied last',
	method: 'POST',
	path: '/projects/{projectId}/plans/undo',
	keyPrefix: 'cli-plan-undo-',
	scope: 'write:tests',
	response: changeSet,
	errors: ['NOT_FOUND', 'CONFLICT'],
});
