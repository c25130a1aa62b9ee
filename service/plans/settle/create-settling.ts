import {faultWords} from '../../domain/fault-words.ts';
import type {AccountId, ProjectId, RunId, TestId} from '../../../contract/ids.ts';
import {type Settled, settledText} from '../../../contract/settled.ts';
import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {ChangeSet} from '../../../contract/change-set.ts';
import type {Settling} from '../../domain/change-sets.ts';
import {alone, type Others} from '../../domain/ownership.ts';
import {ServiceError} from '../../domain/service-error.ts';
import type {ChangeSetTable} from '../../store/plans/change-set-tables.ts';
import type {Database} from '../../store/database.ts';
import type {Evidence} from '../../domain/group-deviations.ts';
import {regroupWhereSeen} from '../../store/findings/regroup-findings.ts';
import {endpointsOf, seeDeviations} from '../../store/findings/see-deviations.ts';
import {updateChangeSet} from '../../store/plans/change-sets.ts';
import type {NewId} from '../../store/ids.ts';
import {latestPlan} from '../../store/plans/plans.ts';
import * as store from '../../store/plans/settle-input.ts';
import {changeSetView} from '../changes/change-set-view.ts';
import {replannedRecipes, rowsAround} from '../changes/replan.ts';
import type {createChangeSets} from '../changes/create-change-sets.ts';
import {renderTest} from '../code/render-test.ts';
import type {ObservedCall} from '../learning/observe.ts';
import type {LoadedApi} from '../load-api.ts';
import type {Recipe, Step, Values} from '../recipe.ts';
import {acceptedOptional, acceptedRung, isAddition, isLeast, ladderOf, optionalRungs, type Rung} from './ladder.ts';
import type {Asked} from './asked-values.ts';
import {ladderInput} from './ladder-input.ts';
import {endedByAcceptance, ladderRecipe, withRecord} from './ladder-recipe.ts';
import {wordsOf} from '../learning/test-differences.ts';
import {sentRecord} from '../templates/expect-record.ts';
import type {RefusedRequest} from '../learning/refused-request.ts';
import {findLeadUps, type Led} from './find-lead-ups.ts';
import {type SeenOutcome, seenOutcome} from './seen-outcome.ts';
import {callsOfRun, createTrials, type Trial} from './trials.ts';
import {acceptedSteps, fullerFields, refusedIn, settledOf} from './settled-body.ts';
import {helplessRequest, refusedForValues, toldSettled} from './told-settled.ts';
import {type RefusedQuery, refusedQueries} from './refused-queries.ts';
import {type TakenValues, takenValues} from './taken-values.ts';
import {type StatedChange, statedChanges} from './stated-changes.ts';
import {type RunCalls, type UnnamedRecord, unnamedRecords} from './unnamed-records.ts';

export type SettleParts = {
	database: Database;
	newId: NewId;
	now(): number;
	changeSets: ReturnType<typeof createChangeSets>;
	load(projectId: ProjectId): Promise<LoadedApi>;
	/** Runs tests with what they need; resolves when their batch has ended with its cleanup. */
	run(accountId: AccountId, projectId: ProjectId, testIds: TestId[]): Promise<void>;
	/** Deletes what refused to be deleted, now that it is known what has to come first; resolves when that has ended. */
	deleteRefused(accountId: AccountId, projectId: ProjectId): Promise<void>;
	log: {error(fields: object, message: string): void};
	/** Other processes of the database; absent: none. */
	others?: Others | undefined;
};

/** A refused request on its way up the ladder. */
type Climb = RefusedRequest & {
	required: ReadonlySet<string>;
	/** Fields of a larger record that was accepted. */
	fuller: Values;
	/** What the answers so far have asked for. */
	asked: ReadonlyMap<string, Asked>;
	rungs: Rung[];
	/** Answers to them, in their order. */
	statuses?: Array<number | null>;
	/** Every attempt with its answer, for people. */
	tried: string[];
	accepted: Rung | null;
	/** What was answered to a larger body, which may name the next field. */
	next: Pick<RefusedRequest, 'step' | 'words' | 'call'> | null;
	/** An answer that no other body mends, such as 404 or 5xx. */
	isOver?: boolean;
};
type Found = Pick<Climb, 'operation' | 'step' | 'tried' | 'asked' | 'fuller'> & {fields: Values};

type SettleRun = RunCalls & Pick<store.SettleTest, 'run_status'> & {run_id: RunId};

/** What a round has found. */
type Worked = {
	found: readonly Found[];
	led: readonly Led[];
	unnamed: readonly UnnamedRecord[];
	stated: readonly StatedChange[];
	queries: readonly RefusedQuery[];
	taken: readonly TakenValues[];
	/** Refused in every form. */
	inVain: readonly RefusedRequest[];
	runs: readonly SettleRun[];
};

/** Whether a run has ended otherwise than it should. */
const isOpen = (status: SettleRun['run_status']): boolean => ['failed', 'blocked'].includes(status ?? '');

/** Names of the fields that a step sends. */
const fieldsOf = ({call}: Step): string => Object.keys(sentRecord(call.body).fields).sort().join(' ');

/** Settling over the store and the engine. */
export function createSettling(parts: SettleParts): Settling {
	const {database, changeSets, log, others} = parts;
	const trials = createTrials(parts);
	const running = new Map<string, Promise<void>>();

	async function round(accountId: AccountId, projectId: ProjectId, set: ChangeSetTable, apply: boolean): Promise<void> {
		const tests = await store.listSettleTests(database, projectId);
		const stale = tests.filter(test => !test.is_current || test.run_status === 'blocked').map(({id}) => id);
		if (tests.some(test => !test.is_current)) await parts.run(accountId, projectId, stale);
		const runs = await runsOf(projectId);
		const {api} = await parts.load(projectId);
		// What is refused can only be told when it is known how.
		const seen = api.outcome ? null : seenOutcome(runs);
		if (seen) {
			await fillOutcome(projectId, set, seen, apply);
			return;
		}
		const refused = await findRefused(projectId, runs);
		const led = await findLeadUps({database, trials, load: parts.load}, accountId, projectId);
		const unnamed = unnamedRecords(api, runs);
		const stated = statedChanges(api, runs);
		const queries = refusedQueries(api, runs);
		const taken = takenValues(api, runs);
		const isExplained = ({operation}: RefusedRequest) =>
			[...stated, ...taken, ...led].some(one => nameOf(one.operation) === nameOf(operation));
		if ([refused, stated, queries, taken, led, unnamed].every(one => one.length === 0)) {
			// What one test may send and another may not, no body mends: a person is told.
			const left = stillRefused(runs);
			if (left.length > 0) await changeSets.fail(set, refusedForValues(left, projectId));
			else
				await changeSets.answer(set, 'Nothing is refused: the API accepts what the tests send.', {
					kind: 'answer',
					choices: [],
				});
			return;
		}
		const found = await climb(
			accountId,
			projectId,
			refused.filter(one => !isExplained(one)),
			runs,
		);
		const inVain = refused.filter(
			one => !isExplained(one) && !found.some(({operation}) => nameOf(operation) === nameOf(one.operation)),
		);
		const operations = await operationsFor(projectId, {found, led, unnamed, stated, queries, taken, inVain, runs});
		if (led.length > 0)
			await parts.deleteRefused(accountId, projectId).catch((error: unknown) => {
				log.error({err: error, projectId}, 'what refused to be deleted could not be deleted again');
			});
		const needs = inVain.map(one => helplessRequest(one, projectId));
		if (operations.length === 0) {
			await changeSets.fail(set, `No body was accepted. ${needs.map(settledText).join('\n')}`.trim());
			return;
		}
		const settled = [...toldSettled({found, led, unnamed, stated, queries, taken}), ...needs];
		await changeSets.fill(set, {
			source: 'settled',
			text: set.text,
			reply: settled.map(settledText).join('\n'),
			settled,
			operations,
			autoApply: apply,
		});
	}

	/** The tests as they are planned when it is known how the API refuses. */
	async function fillOutcome(
		projectId: ProjectId,
		set: ChangeSetTable,
		{outcome, operations}: SeenOutcome,
		apply: boolean,
	): Promise<void> {
		const plan = await latestPlan(database, projectId);
		if (!plan) {
			await changeSets.fail(set, 'There is no plan any more.');
			return;
		}
		const rows = await rowsAround(database, plan, async () => {
			for (const operation of operations)
				await store.saveSettled(database, projectId, operation, {settledOutcome: outcome}, parts.now());
		});
		// Every test changes, and runs that are just over teach theirs.
		const replanned = () => replannedRecipes(database, plan, rows, reply);
		const {method, path} = operations[0]!;
		const settled: Settled[] = [
			{endpoint: nameOf({method, path}), accepted: [], tried: [], outcome: outcome.field, neededHelp: null},
		];
		const reply = settled.map(settledText).join('\n');
		await changeSets.fill(set, {
			source: 'settled',
			text: set.text,
			reply,
			settled,
			operations: await replanned(),
			again: replanned,
			autoApply: apply,
		});
	}

	/** The latest run of every test that has ended with a verdict, with what it called. */
	async function runsOf(projectId: ProjectId): Promise<SettleRun[]> {
		const runs: SettleRun[] = [];
		for (const {run_id, recipe, run_attempt, run_status} of await store.listSettleTests(database, projectId)) {
			if (run_id === null) continue;
			const own = JSON.parse(recipe) as Recipe;
			const calls = await callsOfRun(database, own, {id: run_id, attempt: run_attempt ?? 1});
			runs.push({run_status, run_id, recipe: own, calls});
		}
		return runs;
	}

	/** Every operation that refuses a valid request in a test that has not passed, once. */
	function stillRefused(runs: readonly SettleRun[]): RefusedRequest[] {
		const refused = runs
			.filter(({run_status, recipe}) => isOpen(run_status) && recipe.template !== 'foreign-fields')
			.flatMap(({recipe, calls}) => refusedIn(recipe, calls) ?? [])
			// A fault of the API is a finding.
			.filter(({status}) => status < 500);
		return [...new Map(refused.map(one => [nameOf(one.operation), one])).values()];
	}

	/** Operations that refused a valid body, one test each. */
	async function findRefused(projectId: ProjectId, runs: readonly SettleRun[]): Promise<RefusedRequest[]> {
		const found = new Map<string, RefusedRequest>();
		for (const {run_status, run_id, recipe, calls} of runs) {
			// What is sent there and should be left alone, is no part of a body that works.
			if (recipe.template === 'foreign-fields' || !isOpen(run_status)) continue;
			const refused = refusedIn(recipe, calls);
			if (!refused || found.has(nameOf(refused.operation))) continue;
			const isOfValues = refused.status >= 500 || refused.status === 409;
			if (!isOfValues || !isAcceptedElsewhere(refused)) found.set(nameOf(refused.operation), refused);
			const call = calls.findLast(({status}) => status === refused.status) as (ObservedCall & {id: string}) | undefined;
			if (refused.status >= 500) await keepFinding(projectId, refused, {callId: call?.id ?? null, runId: run_id});
		}
		return [...found.values()];

		/** Another test sent the same fields and was answered 2xx: the API broke on a value, or on what is there already. */
		function isAcceptedElsewhere({operation, step}: RefusedRequest): boolean {
			return acceptedSteps(runs, operation).some(other => fieldsOf(other) === fieldsOf(step));
		}
	}

	/** "A 5xx on any step is a finding even if a smaller body works": no test that passes takes it away. */
	async function keepFinding(
		projectId: ProjectId,
		{operation, step, status}: RefusedRequest,
		evidence: Evidence,
	): Promise<void> {
		const testId = `settled ${nameOf(operation)}`;
		await database.transaction().execute(async transaction => {
			const endpointId = (await endpointsOf(transaction, projectId, [operation])).get(nameOf(operation))?.id;
			if (endpointId === undefined) return;
			const seen = {
				endpointId,
				kind: 'server_error' as const,
				difference: `answers ${status}`,
				document: null,
				observed: String(status),
				evidence,
				expectation: {testId, environment: '', step: step.id, assert: 'no-server-error'},
			};
			const report = {projectId, testId, environment: '', looks: [], seen: [seen], isComplete: false};
			await seeDeviations(transaction, report, parts.now());
			await regroupWhereSeen(transaction, JSON.stringify([projectId]), parts.newId);
		});
	}

	/** What is tried for one refused body, and what of it the API has accepted. */
	async function climb(
		accountId: AccountId,
		projectId: ProjectId,
		refused: readonly RefusedRequest[],
		runs: readonly SettleRun[],
	): Promise<Found[]> {
		const {api} = await parts.load(projectId);
		const climbs = refused.map((one): Climb => {
			const fuller = fullerFields(runs, one);
			const input = ladderInput(api, one, fuller);
			return {
				...one,
				fuller,
				required: input.required,
				asked: input.asked,
				rungs: ladderOf(one.step, input),
				tried: [],
				accepted: null,
				next: null,
			};
		});
		await tryRungs(accountId, projectId, climbs, true);
		for (let more = 0; more < mostNamed; more++) {
			const further = climbs.filter(one => one.accepted === null && !one.isOver && one.next !== null);
			for (const one of further) {
				const input = ladderInput(api, {...one, ...one.next!}, one.fuller);
				one.asked = new Map([...one.asked, ...input.asked]);
				one.rungs = ladderOf(one.next!.step, input);
			}
			await tryRungs(accountId, projectId, further, true);
		}
		// Where nothing else is accepted, what may be left out is put back one by one.
		const open = climbs.filter(({accepted}) => accepted === null || isLeast(accepted));
		const before = new Map(open.map(one => [one, one.accepted]));
		for (const one of open) {
			one.rungs = one.isOver ? [] : optionalRungs(one.step, one.required, one.accepted?.fields ?? null);
			one.accepted = null;
		}
		await tryRungs(accountId, projectId, open, false);
		for (const one of open) {
			const fields = acceptedOptional(before.get(one)?.fields ?? null, one.rungs, one.statuses ?? []);
			one.accepted = fields && {name: before.get(one)?.name ?? 'some of its fields', fields};
		}
		return climbs.flatMap(({operation, accepted, step, tried, asked, fuller}) =>
			accepted ? [{operation, step, fields: accepted.fields, tried, asked, fuller}] : [],
		);
	}

	/** Sends the bodies of ladders in tests of their own, which go whatever happens. */
	async function tryRungs(
		accountId: AccountId,
		projectId: ProjectId,
		climbs: readonly Climb[],
		endsEarly: boolean,
	): Promise<void> {
		const climbOf = new Map<Trial, Climb>();
		for (const climb of climbs) {
			climb.statuses = [];
			if (climb.rungs.length === 0) continue;
			const recipe = ladderRecipe(climb.recipe, climb.step, climb.rungs);
			const code = renderTest(recipe, {hasExtraHeaders: false});
			climbOf.set(trials.of(recipe, endsEarly ? endedByAcceptance(code) : code), climb);
		}
		for (const [trial, own] of await trials.run(accountId, projectId, [...climbOf.keys()])) {
			const climb = climbOf.get(trial)!;
			climb.statuses = own.map(({status}) => status);
			climb.accepted = acceptedRung(climb.rungs, climb.statuses);
			climb.isOver = climb.accepted === null && own.length < climb.rungs.length;
			climb.next = nextOf(climb, own);
			for (const [place, {status}] of own.entries()) climb.tried.push(`${climb.rungs[place]!.name}: ${status}`);
			const broken = own.find(({status}) => (status ?? 0) >= 500)?.status;
			if (broken) await keepFinding(projectId, {...climb, status: broken}, {callId: null, runId: null});
		}
	}

	/** The tests as they are planned with what works. */
	async function operationsFor(
		projectId: ProjectId,
		{found, led, unnamed, stated, queries, taken, inVain, runs}: Worked,
	): Promise<ChangeOperation[]> {
		const plan = await latestPlan(database, projectId);
		if (!plan) return [];
		const rows = await rowsAround(database, plan, async () => {
			for (const {operation, step, fields, asked, fuller} of found)
				await store.saveSettled(database, projectId, operation, settledOf(step, fields, asked, fuller), parts.now());
			for (const {operation, after} of led)
				await store.saveSettled(database, projectId, operation, {settledBefore: after}, parts.now());
			for (const {operation, parameters} of queries)
				await store.saveSettled(database, projectId, operation, {settledQuery: parameters}, parts.now());
			for (const {operation, schema} of taken)
				await store.saveSettled(database, projectId, operation, {settledSchema: schema}, parts.now());
			for (const {operation, answer} of [...unnamed, ...stated])
				await store.saveSeenAnswer(database, projectId, operation, answer, parts.now());
			// What refers to records that cannot be made refers to none, or to one that is there.
			for (const {operation} of inVain.filter(one => acceptedSteps(runs, one.operation).length === 0))
				await store.saveSettled(database, projectId, operation, {isRefused: true}, parts.now());
		});
		const names = found.map(({operation}) => nameOf(operation)).join(', ');
		const refused = inVain.map(({operation}) => nameOf(operation)).join(', ');
		const ordered = led.map(({operation, after}) => `${nameOf(operation)} works after ${after.join(', ')}`).join('; ');
		const named = unnamed
			.map(({operation, where}) => `${nameOf(operation)} names what it makes in ${where}`)
			.join('; ');
		const changed = stated.map(({operation}) => `${nameOf(operation)} wants If-Match`).join('; ');
		const asked = queries.map(({operation, said}) => `${nameOf(operation)} says ${said}`).join('; ');
		const own = taken
			.map(({operation, fields}) => `${nameOf(operation)} takes each ${fields.join(', ')} once`)
			.join('; ');
		const said = [
			named,
			changed,
			asked,
			own,
			names && `${names} accepts this body`,
			ordered,
			refused && `no body is known that ${refused} accepts`,
		];
		return replannedRecipes(database, plan, rows, said.filter(Boolean).join('; ').slice(0, 500));
	}

	async function openSet(projectId: ProjectId) {
		const opened = await changeSets.open({projectId, testId: null, text: 'settle what the API refuses'});
		return (await updateChangeSet(database, opened.id, ['drafting'], {source: 'settled'})) ?? opened;
	}

	return {
		async settle(accountId, projectId, {apply}): Promise<ChangeSet> {
			const held = running.has(projectId) ? null : await (others?.ownership ?? alone).take(`settling ${projectId}`);
			if (!held) throw inFlight(projectId);
			const set = await openSet(projectId).catch(async (error: unknown) => {
				await held.release();
				throw error;
			});
			const work = round(accountId, projectId, set, apply)
				.catch(async (error: unknown) => {
					log.error({err: error, changeSetId: set.id}, 'settling has failed');
					const said = error instanceof ServiceError ? error.message : faultWords(error, 'It could not be worked out');
					await changeSets.fail(set, said).catch(() => {});
				})
				.finally(async () => {
					running.delete(projectId);
					await held.release();
				});
			running.set(projectId, work);
			return changeSetView(set);
		},
		async stop() {
			await Promise.all(running.values());
		},
	};
}

/** How often an answer may name the next field that it wants. */
const mostNamed = 3;

/** The larger body that was refused for another reason than the one before; null: none was. */
function nextOf({rungs, step, words: before, next}: Climb, answered: readonly ObservedCall[]): Climb['next'] {
	for (const [place, call] of answered.entries()) {
		const rung = rungs[place]!;
		const words = wordsOf(call);
		if (isAddition(rung) && words !== '' && words !== (next?.words ?? before))
			return {step: withRecord(step, rung.fields), words, call};
	}
	return null;
}

const nameOf = ({method, path}: Recipe['endpoint']): string => `${method} ${path}`;

const inFlight = (projectId: ProjectId): ServiceError =>
	new ServiceError('CONFLICT', 'The tests of this project are being settled.', {
		nextAction: `See what comes of it: svc plan changes --project ${projectId}`,
		details: {reason: 'settling_in_flight'},
	});
