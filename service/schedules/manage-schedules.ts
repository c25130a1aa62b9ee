import type {AccountId, ProjectId, ScheduleId} from '../../contract/ids.ts';
import type {Cadence, Schedule, ScheduleInput, SchedulePatch} from '../../contract/schedule.ts';
import {unknownEnvironment} from '../domain/environment-choice.ts';
import {featureGated, featuresOf} from '../domain/plan-features.ts';
import {invalid, notFound, ServiceError} from '../domain/service-error.ts';
import type {ScheduleOwner, Schedules} from '../domain/schedules.ts';
import {findEnvironment, listEnvironments} from '../store/projects/environments.ts';
import {requireProject} from '../store/projects/projects.ts';
import {findScheduleRun, listScheduleRuns} from '../store/schedules/schedule-runs.ts';
import type {ScheduleTable} from '../store/schedules/schedule-tables.ts';
import * as store from '../store/schedules/schedules.ts';
import {readAddresses} from './mailer.ts';
import {estimateCredits} from './estimate.ts';
import type {Fired, FireParts} from './fire.ts';
import {scheduleAnswer, scheduleRunAnswer, statusOf} from './schedule-answer.ts';
import {anchorOf, nextFireWithin, readCadence, readWindow, requireTimeZone} from './timing-input.ts';

type ManageParts = Pick<FireParts, 'database' | 'newId' | 'now'> & {
	/** Fires a schedule by hand. */
	fire(schedule: ScheduleTable): Promise<Fired>;
	/** Told when the next time of a schedule may have changed. */
	changed(): void;
};

/** What people do with schedules. */
export function manageSchedules({database, newId, now, fire, changed}: ManageParts): Schedules {
	async function find(accountId: AccountId, scheduleId: ScheduleId): Promise<store.ScheduleRow> {
		const row = await store.findSchedule(database, accountId, scheduleId);
		if (!row) throw notFound('schedule', scheduleId);
		return row;
	}

	/** "Name, project targets only; null = the default one." Answers the name as the environment itself has it. */
	async function requireEnvironment(
		accountId: AccountId,
		targetType: string,
		projectId: ProjectId,
		name: string | null | undefined,
	): Promise<string | null> {
		if (name === undefined || name === null) return null;
		if (targetType !== 'project')
			throw invalid('environment', 'project_only', 'A test list names the environments of its projects itself.');
		await requireProject(database, accountId, projectId);
		const found = await findEnvironment(database, projectId, name);
		if (!found) throw unknownEnvironment(projectId, await listEnvironments(database, projectId), name);
		return found.name;
	}

	const answer = async (row: store.ScheduleRow): Promise<Schedule> => {
		const at = now();
		return scheduleAnswer(row, row.target_name === null ? null : await estimateCredits(database, row, at), at);
	};

	return {
		async list(accountId, {projectId, status}) {
			const rows = await store.listSchedules(database, accountId, {projectId});
			const at = now();
			return Promise.all(rows.filter(row => !status || status.includes(statusOf(row, at))).map(answer));
		},

		async create({accountId, plan}, input) {
			const slots = featuresOf(plan).scheduleSlots;
			if (slots === 0) throw featureGated('schedules', plan);
			const environment = await requireEnvironment(accountId, input.targetType, input.targetId, input.environment);
			const row = newRow(input, {id: newId('sch'), accountId, environment, at: now()});
			const stored = await store.insertSchedule(database, row, slots);
			if (stored === 'no_target')
				throw notFound(input.targetType === 'project' ? 'project' : 'test_list', input.targetId);
			if (stored === 'slots') throw featureGated('schedules', plan, slots ?? 0);
			changed();
			return answer(await find(accountId, row.id));
		},

		read: async (accountId, scheduleId) => answer(await find(accountId, scheduleId)),

		async change(owner, scheduleId, patch) {
			const row = await find(owner.accountId, scheduleId);
			const environment =
				patch.environment === undefined
					? {}
					: {environment: await requireEnvironment(owner.accountId, row.target_type, row.target_id, patch.environment)};
			await store.updateSchedule(database, row.id, {...changesOf(row, patch, owner, now()), ...environment});
			changed();
			return answer(await find(owner.accountId, scheduleId));
		},

		async remove(accountId, scheduleId) {
			if (!(await store.deleteSchedule(database, accountId, scheduleId))) throw notFound('schedule', scheduleId);
		},

		async listRuns(accountId, scheduleId, {pageSize, after, status}) {
			await find(accountId, scheduleId);
			const {rows, next} = await listScheduleRuns(database, scheduleId, {pageSize, after, statuses: status});
			return {runs: await Promise.all(rows.map(row => scheduleRunAnswer(database, row))), next};
		},

		async runNow(accountId, scheduleId) {
			const fired = await fire(await find(accountId, scheduleId));
			const run = await findScheduleRun(database, fired.runId);
			if (!run) throw notFound('schedule', scheduleId);
			return scheduleRunAnswer(database, run);
		},
	};
}

type NewSchedule = {id: string; accountId: AccountId; environment: string | null; at: number};

function newRow(input: ScheduleInput, {id, accountId, environment, at}: NewSchedule): ScheduleTable {
	const rhythm = readCadence(input);
	if (!rhythm) throw invalid('cadence', 'required', 'A schedule needs `cron` or `cadence`.');
	const timezone = requireTimeZone(input.timezone ?? 'UTC');
	const window = readWindow(input, {startAt: null, endAt: null}, at);
	const anchorDay = anchorOf(rhythm.cadence, timezone, window.startAt, at);
	const isActive = input.enabled ?? true;
	return {
		id,
		account_id: accountId,
		name: input.name,
		status: isActive ? 'active' : 'paused',
		target_type: input.targetType,
		target_id: input.targetId,
		cron: rhythm.cron,
		cadence: JSON.stringify(rhythm.cadence),
		anchor_day: anchorDay,
		timezone,
		start_at: window.startAt,
		end_at: window.endAt,
		send_to: typeof input.sendTo === 'string' ? readAddresses(input.sendTo) : null,
		skip_dependencies: input.skipDependencies ? 1 : 0,
		auto_heal: (input.autoHeal ?? true) ? 1 : 0,
		environment,
		next_run_at: isActive ? nextFireWithin({...rhythm, timezone, anchorDay}, window, at) : null,
		last_run_id: null,
		auto_paused_at: null,
		runs_without_pass: 0,
		created_at: at,
		updated_at: at,
	};
}

/** The columns that a patch changes. Throws for what it may not. */
function changesOf(row: store.ScheduleRow, patch: SchedulePatch, {plan}: ScheduleOwner, at: number) {
	for (const field of ['targetType', 'targetId'] as const)
		if (patch[field] !== undefined)
			throw invalid(field, 'immutable', `Field \`${field}\` is invalid: a schedule keeps its target.`);
	const given = readCadence(patch);
	const rhythm = given ?? {cadence: JSON.parse(row.cadence) as Cadence, cron: row.cron};
	const timezone = patch.timezone === undefined ? row.timezone : requireTimeZone(patch.timezone);
	const window = readWindow(patch, {startAt: row.start_at, endAt: row.end_at}, at);
	const isRetimed = given !== null || patch.timezone !== undefined || patch.startAt !== undefined;
	const anchorDay = isRetimed ? anchorOf(rhythm.cadence, timezone, window.startAt, at) : row.anchor_day;
	const standing = standingAfter(row, {...patch, endAt: window.endAt}, plan, at);
	const isMoved = isRetimed || patch.endAt !== undefined || standing.status !== row.status;
	const nextRunAt = standing.status === 'active' ? nextFireWithin({...rhythm, timezone, anchorDay}, window, at) : null;
	return {
		...(patch.name === undefined ? {} : {name: patch.name}),
		...(given ? {cron: given.cron, cadence: JSON.stringify(given.cadence)} : {}),
		...(patch.sendTo === undefined ? {} : {send_to: patch.sendTo === null ? null : readAddresses(patch.sendTo)}),
		...(patch.skipDependencies === undefined ? {} : ({skip_dependencies: patch.skipDependencies ? 1 : 0} as const)),
		...(patch.autoHeal === undefined ? {} : ({auto_heal: patch.autoHeal ? 1 : 0} as const)),
		...(isMoved
			? {timezone, anchor_day: anchorDay, start_at: window.startAt, end_at: window.endAt, next_run_at: nextRunAt}
			: {}),
		...standing,
		updated_at: at,
	};
}

type Standing = Pick<ScheduleTable, 'status'> & Partial<Pick<ScheduleTable, 'runs_without_pass' | 'auto_paused_at'>>;

/** The state table of a schedule: pause, resume, and a new end of one that has finished. */
function standingAfter(
	row: ScheduleTable,
	{enabled, endAt}: {enabled?: boolean | undefined; endAt: number | null},
	plan: string,
	at: number,
): Standing {
	const wasFinished = statusOf(row, at) === 'finished';
	const isFinished = statusOf({status: row.status, end_at: endAt}, at) === 'finished';
	if (isFinished && enabled) throw scheduleFinished(row);
	if (enabled === false) return {status: 'paused', auto_paused_at: null};
	const isResumed = enabled === true && row.status !== 'active';
	if (!isResumed && (!wasFinished || isFinished)) return {status: row.status};
	if (featuresOf(plan).scheduleSlots === 0) throw featureGated('schedules', plan);
	return {status: 'active', runs_without_pass: 0, auto_paused_at: null};
}

const scheduleFinished = ({id, name}: ScheduleTable) =>
	new ServiceError('CONFLICT', `The schedule "${name}" has finished.`, {
		nextAction: `Give it a new end: svc schedule update ${id} --end <time>`,
		details: {reason: 'schedule_finished'},
	});
