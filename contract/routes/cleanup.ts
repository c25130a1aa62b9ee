import * as z from 'zod/mini';
import {
	cleanupDeleteInput,
	cleanupFilters,
	cleanupPlan,
	cleanupRetry,
	cleanupRetryInput,
	cleanupRule,
	cleanupRuleInput,
	cleanupSettings,
	cleanupSettingsInput,
	cleanupStartInput,
	cleanupView,
	deletedCleanupRule,
	dismissed,
	dismissInput,
	startedCleanup,
} from '../cleanup.ts';
import {page, since, waitSeconds} from '../fields.ts';
import {defineRoute} from '../route.ts';

export const getCleanup = defineRoute({
	name: 'getCleanup',
	summary: 'What a batch created and what became of it; with since only what changed, held up to waitSeconds',
	method: 'GET',
	path: '/batches/{batchId}/cleanup',
	scope: 'read:tests',
	query: z.object({
		q: z.optional(z.string().check(z.minLength(1))),
		family: z.optional(z.string().check(z.minLength(1))),
		state: z.optional(z.enum(cleanupFilters)),
		since,
		waitSeconds,
	}),
	response: cleanupView,
});

export const dismissCleanup = defineRoute({
	name: 'dismissCleanup',
	summary: 'Hides records that might be orphaned, or shows them again',
	method: 'POST',
	path: '/batches/{batchId}/cleanup/dismiss',
	keyPrefix: 'cli-cleanup-dismiss-',
	scope: 'write:tests',
	body: dismissInput,
	response: dismissed,
	errors: ['CONFLICT'],
});

export const retryCleanup = defineRoute({
	name: 'retryCleanup',
	summary: 'Runs cleanup tests that failed again, and deletes orphans whose DELETE endpoint is known by now',
	method: 'POST',
	path: '/batches/{batchId}/cleanup/retry',
	keyPrefix: 'cli-cleanup-retry-',
	scope: 'run:tests',
	status: 202,
	body: cleanupRetryInput,
	bodyOptional: true,
	response: cleanupRetry,
	trigger: true,
	errors: ['CONFLICT', 'INSUFFICIENT_CREDITS'],
});

export const getCleanupPlan = defineRoute({
	name: 'getCleanupPlan',
	summary: 'Every DELETE that the cleanup of a batch would send, in its order and with its proof; nothing is sent',
	method: 'GET',
	path: '/batches/{batchId}/cleanup/plan',
	scope: 'read:tests',
	response: cleanupPlan,
});

export const startCleanup = defineRoute({
	name: 'startCleanup',
	summary: 'Says yes to a cleanup that asks: sends the DELETEs that wait, all or those of the named records',
	method: 'POST',
	path: '/batches/{batchId}/cleanup/start',
	keyPrefix: 'cli-cleanup-start-',
	scope: 'run:tests',
	status: 202,
	body: cleanupStartInput,
	bodyOptional: true,
	response: startedCleanup,
	trigger: true,
	errors: ['CONFLICT'],
});

export const deleteRecords = defineRoute({
	name: 'deleteRecords',
	summary: 'Deletes records that cleanup would leave alone, such as those that may have existed before',
	method: 'POST',
	path: '/batches/{batchId}/cleanup/delete',
	keyPrefix: 'cli-cleanup-delete-',
	scope: 'run:tests',
	status: 202,
	body: cleanupDeleteInput,
	response: startedCleanup,
	trigger: true,
	errors: ['CONFLICT'],
});

export const getCleanupSettings = defineRoute({
	name: 'getCleanupSettings',
	summary: 'How the cleanup of a project works',
	method: 'GET',
	path: '/projects/{projectId}/cleanup-settings',
	scope: 'read:tests',
	response: cleanupSettings,
});

export const updateCleanupSettings = defineRoute({
	name: 'updateCleanupSettings',
	summary: 'Changes how the cleanup of a project works; batches that are under way follow it at their next step',
	method: 'PATCH',
	path: '/projects/{projectId}/cleanup-settings',
	keyPrefix: 'cli-cleanup-settings-',
	scope: 'write:tests',
	body: cleanupSettingsInput,
	response: cleanupSettings,
});

export const listCleanupRules = defineRoute({
	name: 'listCleanupRules',
	summary: 'What cleanup of a project leaves alone, and the order it keeps',
	method: 'GET',
	path: '/projects/{projectId}/cleanup-rules',
	scope: 'read:tests',
	response: page(cleanupRule),
});

export const createCleanupRule = defineRoute({
	name: 'createCleanupRule',
	summary: 'Adds a rule in words: keep records of an endpoint or with a value, delete serially or in an order',
	method: 'POST',
	path: '/projects/{projectId}/cleanup-rules',
	keyPrefix: 'cli-cleanup-rule-',
	scope: 'write:tests',
	status: 201,
	body: cleanupRuleInput,
	response: cleanupRule,
	errors: ['UNSUPPORTED'],
});

export const deleteCleanupRule = defineRoute({
	name: 'deleteCleanupRule',
	summary: 'Removes a rule; later cleanups do not know it any more',
	method: 'DELETE',
	path: '/projects/{projectId}/cleanup-rules/{ruleId}',
	keyPrefix: 'cli-cleanup-rule-',
	scope: 'write:tests',
	response: deletedCleanupRule,
});
