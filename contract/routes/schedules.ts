import * as z from 'zod/mini';
import {cursor, id, pageSize} from '../fields.ts';
import {defineRoute} from '../route.ts';
import {
	deletedSchedule,
	schedule,
	scheduleInput,
	scheduleList,
	schedulePatch,
	scheduleRun,
	scheduleRunPage,
	scheduleRunStatusFilter,
	scheduleStatusFilter,
} from '../schedule.ts';

export const listSchedules = defineRoute({
	name: 'listSchedules',
	summary: 'Schedules, newest first',
	method: 'GET',
	path: '/schedules',
	scope: 'read:projects',
	query: z.object({projectId: z.optional(id('prj')), status: scheduleStatusFilter}),
	response: scheduleList,
});

export const createSchedule = defineRoute({
	name: 'createSchedule',
	summary: 'Runs a project or a test list on a schedule',
	method: 'POST',
	path: '/schedules',
	keyPrefix: 'cli-sched-create-',
	scope: 'run:tests',
	status: 201,
	body: scheduleInput,
	response: schedule,
	errors: ['FEATURE_GATED', 'NOT_FOUND'],
});

export const getSchedule = defineRoute({
	name: 'getSchedule',
	summary: 'One schedule',
	method: 'GET',
	path: '/schedules/{scheduleId}',
	scope: 'read:projects',
	response: schedule,
});

export const updateSchedule = defineRoute({
	name: 'updateSchedule',
	summary: 'Changes, pauses or resumes a schedule',
	method: 'PATCH',
	path: '/schedules/{scheduleId}',
	keyPrefix: 'cli-sched-update-',
	scope: 'run:tests',
	body: schedulePatch,
	response: schedule,
	errors: ['CONFLICT', 'FEATURE_GATED'],
});

export const deleteSchedule = defineRoute({
	name: 'deleteSchedule',
	summary: 'Deletes a schedule and the list of its runs; their batches stay',
	method: 'DELETE',
	path: '/schedules/{scheduleId}',
	keyPrefix: 'cli-sched-delete-',
	scope: 'run:tests',
	response: deletedSchedule,
});

export const listScheduleRuns = defineRoute({
	name: 'listScheduleRuns',
	summary: 'Runs of a schedule, newest first',
	method: 'GET',
	path: '/schedules/{scheduleId}/runs',
	scope: 'read:projects',
	query: z.object({pageSize, cursor, status: scheduleRunStatusFilter}),
	response: scheduleRunPage,
});

export const runSchedule = defineRoute({
	name: 'runSchedule',
	summary: 'Runs a schedule now; its next time stays as it is',
	method: 'POST',
	path: '/schedules/{scheduleId}/run',
	keyPrefix: 'cli-sched-run-',
	scope: 'run:tests',
	status: 202,
	response: scheduleRun,
	trigger: true,
	errors: ['CONFLICT', 'INSUFFICIENT_CREDITS'],
});
