import {cadenceText} from '../cadence-text.ts';
import type * as routes from '../routes/schedules.ts';
import type {Cadence, Schedule, ScheduleInput, ScheduleRun} from '../schedule.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const daily = {kind: 'daily', every: 1, at: '09:00'} as const;

const schedule: Schedule = {
	scheduleId: sampleIds.schedule,
	name: 'Sample nightly check',
	enabled: true,
	status: 'active',
	targetType: 'project',
	targetId: sampleIds.project,
	targetName: 'Sample shop API',
	cron: '0 9 * * *',
	cadence: daily,
	cadenceText: cadenceText(daily, '0 9 * * *', 'UTC'),
	timezone: 'UTC',
	startAt: null,
	endAt: null,
	sendTo: null,
	skipDependencies: false,
	autoHeal: true,
	environment: null,
	nextRunAt: '2026-02-01T09:00:00.000Z',
	lastRunId: sampleIds.scheduleRun,
	autoPausedAt: null,
	runsWithoutPass: 0,
	estimatedCreditsPerRun: 0.6,
	createdAt: sampleTimes.created,
	updatedAt: sampleTimes.created,
};

const run: ScheduleRun = {
	runId: sampleIds.scheduleRun,
	batchId: sampleIds.batch,
	scheduleId: sampleIds.schedule,
	status: 'passed',
	skippedReason: null,
	projectId: sampleIds.project,
	projectName: 'Sample shop API',
	testListId: null,
	testListName: null,
	stats: {total: 3, passed: 3, failed: 0, blocked: 0, running: 0, cancelled: 0},
	newlyFailed: [],
	newlyRecovered: [],
	mail: 'none',
	createdAt: sampleTimes.enqueued,
	updatedAt: sampleTimes.cleaned,
};

type Changeable = Partial<Omit<ScheduleInput, 'targetType' | 'targetId'>>;

/** What an input alone determines. The nearest cron expression of another cadence is the service's to find. */
function echoed(input: Changeable): Partial<Schedule> {
	const {cron: givenCron, cadence: givenCadence, name, sendTo, startAt, endAt, skipDependencies, autoHeal} = input;
	const cadence: Cadence = givenCron === undefined ? (givenCadence ?? daily) : {kind: 'cron'};
	const cron = givenCron ?? schedule.cron;
	const timezone = input.timezone ?? schedule.timezone;
	const enabled = input.enabled ?? true;
	return {
		enabled,
		status: enabled ? 'active' : 'paused',
		...(enabled ? {} : {nextRunAt: null}),
		...(name === undefined ? {} : {name}),
		...(sendTo === undefined ? {} : {sendTo}),
		...(startAt === undefined ? {} : {startAt}),
		...(endAt === undefined ? {} : {endAt}),
		...(skipDependencies === undefined ? {} : {skipDependencies}),
		...(autoHeal === undefined ? {} : {autoHeal}),
		...(input.environment === undefined ? {} : {environment: input.environment}),
		cadence,
		cron,
		timezone,
		cadenceText: cadenceText(cadence, cron, timezone),
	};
}

export const scheduleSamples: Samples<typeof routes> = {
	listSchedules: () => ({schedules: [schedule]}),
	createSchedule: ({body}) => ({
		...schedule,
		...echoed(body ?? {}),
		targetType: body?.targetType ?? schedule.targetType,
		targetId: body?.targetId ?? schedule.targetId,
		lastRunId: null,
	}),
	getSchedule: ({params}) => ({...schedule, scheduleId: params?.scheduleId ?? schedule.scheduleId}),
	updateSchedule: ({params, body}) => ({
		...schedule,
		...echoed(body ?? {}),
		scheduleId: params?.scheduleId ?? schedule.scheduleId,
		updatedAt: sampleTimes.finished,
	}),
	deleteSchedule: ({params}) => ({scheduleId: params?.scheduleId ?? schedule.scheduleId}),
	listScheduleRuns: ({params}) => ({
		runs: [{...run, scheduleId: params?.scheduleId ?? run.scheduleId}],
		nextCursor: null,
	}),
	runSchedule: ({params}) => ({
		...run,
		scheduleId: params?.scheduleId ?? run.scheduleId,
		status: 'queued',
		stats: {total: 3, passed: 0, failed: 0, blocked: 0, running: 3, cancelled: 0},
		newlyFailed: null,
		newlyRecovered: null,
		updatedAt: sampleTimes.enqueued,
	}),
};
