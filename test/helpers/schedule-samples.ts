import type {Schedule, ScheduleRun} from '../../contract/schedule.ts';

/** A schedule of the project `prj_1` that fires every day at nine; the clock of the screens stands at 09:30 UTC. */
export const sampleSchedule = (fields: Partial<Schedule> = {}): Schedule => ({
	scheduleId: 'sch_1',
	name: 'nightly',
	enabled: true,
	status: 'active',
	targetType: 'project',
	targetId: 'prj_1',
	targetName: 'shop-api',
	cron: '0 9 * * *',
	cadence: {kind: 'daily', every: 1, at: '09:00'},
	cadenceText: 'every day at 09:00, Europe/Berlin',
	timezone: 'Europe/Berlin',
	startAt: null,
	endAt: null,
	sendTo: null,
	skipDependencies: false,
	autoHeal: true,
	environment: null,
	nextRunAt: '2026-02-01T08:00:00.000Z',
	lastRunId: null,
	autoPausedAt: null,
	runsWithoutPass: 0,
	estimatedCreditsPerRun: null,
	createdAt: '2026-01-30T09:00:00.000Z',
	updatedAt: '2026-01-30T09:00:00.000Z',
	...fields,
});

/** A fire of `sch_1` an hour ago in which every test passed. */
export const sampleScheduleRun = (fields: Partial<ScheduleRun> = {}): ScheduleRun => ({
	runId: 'srn_1',
	batchId: 'bat_1',
	scheduleId: 'sch_1',
	status: 'passed',
	skippedReason: null,
	projectId: 'prj_1',
	testListId: null,
	stats: {total: 3, passed: 3, failed: 0, blocked: 0, running: 0, cancelled: 0},
	newlyFailed: [],
	newlyRecovered: [],
	mail: 'none',
	createdAt: '2026-01-31T08:30:00.000Z',
	updatedAt: '2026-01-31T08:31:00.000Z',
	...fields,
});
