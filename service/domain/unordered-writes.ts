import type {ProjectId, RunId, TestId} from '../../contract/ids.ts';
import {isIdSegment} from './endpoint-path.ts';
import {pushTo} from './push-to.ts';

/** A member of a batch as far as its place in the order goes. */
export type OrderedMember = {
	runId: RunId;
	testId: TestId;
	name: string;
	projectId: ProjectId;
	/** Place in the order of execution. */
	rank: number;
	/** It starts when all members that are neither late nor teardown have ended. */
	late: boolean;
};

/** A call that a member made to its target. */
export type OrderedCall = {
	runId: RunId;
	method: string;
	url: string;
	status: number | null;
	/** Names of values of the batch that it carries. */
	carries: readonly string[];
};

/** Two members of which one changes a record that the other one uses, with nothing that says which comes first. */
export type UnorderedWrite = {
	/** The one that should come after the other. */
	later: OrderedMember;
	earlier: OrderedMember;
	/** The value that both carry; null: only the address is the same. */
	variable: string | null;
	/** `PATCH /flows/3`. */
	change: string;
	/** The other one changes the record, too. */
	isMutual: boolean;
};

/** A change that another member made to a record that one member used, with nothing that says which comes first. */
type ChangeUnder<Call extends OrderedCall> = {
	/** The call of the one. */
	touched: Call;
	change: Call;
	by: OrderedMember;
	/** The one of the two that should come after the other. */
	later: OrderedMember;
	earlier: OrderedMember;
};

type Address = {host: string; path: string};
type Touch<Call extends OrderedCall = OrderedCall> = Call & Address;

/**
 * Finds members that may run at the same time although one changes a record that another one uses: an accepted PUT,
 * PATCH, DELETE or POST to the address of a record, and a call of another member to the same address (or below it, when
 * it is deleted). Whoever changes comes later, of two that do the one that deletes, else the lower ranked.
 *
 * @param waitsFor members that each one waits for, by runId
 */
export function findUnorderedWrites(
	members: readonly OrderedMember[],
	calls: readonly OrderedCall[],
	waitsFor: ReadonlyMap<string, readonly string[]>,
): UnorderedWrite[] {
	const found = new Map<string, UnorderedWrite & {weight: number}>();
	for (const {write, touch, writer, other, isMutual} of unorderedPairs(members, calls, waitsFor)) {
		// Of two changes each is met once as the write: the pair is told from the one that comes later.
		if (isMutual && comesLater(touch, other, write, writer)) continue;
		const key = [writer.runId, other.runId].sort().join(' ');
		const weight = (isMutual ? 2 : 0) + (write.method === 'DELETE' ? 1 : 0);
		if ((found.get(key)?.weight ?? -1) >= weight) continue;
		const variable = write.carries.find(name => touch.carries.includes(name)) ?? null;
		const change = `${write.method} ${write.path}`;
		found.set(key, {later: writer, earlier: other, variable, change, isMutual, weight});
	}
	return [...found.values()].map(({weight: _, ...one}) => one);
}

/**
 * What other members changed of the records that one member used, with no order between them.
 *
 * @param waitsFor members that each one waits for, by runId
 */
export function changesUnder<Call extends OrderedCall>(
	runId: RunId,
	members: readonly OrderedMember[],
	calls: readonly Call[],
	waitsFor: ReadonlyMap<string, readonly string[]>,
): Array<ChangeUnder<Call>> {
	return [...unorderedPairs(members, calls, waitsFor)]
		.filter(({other}) => other.runId === runId)
		.map(({write, touch, writer, other, isMutual}) => {
			const isEarlier = isMutual && comesLater(touch, other, write, writer);
			const [later, earlier] = isEarlier ? [other, writer] : [writer, other];
			return {touched: touch, change: write, by: writer, later, earlier};
		});
}

type Pair<Call extends OrderedCall> = {
	write: Touch<Call>;
	touch: Touch<Call>;
	writer: OrderedMember;
	/** Who made the touch. */
	other: OrderedMember;
	/** The touch is a change, too. */
	isMutual: boolean;
};

/** Every change of a member with every call of another one to the same record, where nothing orders the two. */
function* unorderedPairs<Call extends OrderedCall>(
	members: readonly OrderedMember[],
	calls: readonly Call[],
	waitsFor: ReadonlyMap<string, readonly string[]>,
): Generator<Pair<Call>> {
	const byRun = new Map(members.map(member => [member.runId, member]));
	const touches = calls.filter(({runId}) => byRun.has(runId)).flatMap(touchOf);
	const byHost = new Map<string, Array<Touch<Call>>>();
	for (const touch of touches) pushTo(byHost, touch.host, touch);
	const isBefore = ancestry(waitsFor);
	for (const write of touches.filter(isChange))
		for (const touch of byHost.get(write.host) ?? []) {
			if (touch.runId === write.runId || !isSameRecord(write, touch)) continue;
			const [writer, other] = [byRun.get(write.runId)!, byRun.get(touch.runId)!];
			if (writer.projectId !== other.projectId || writer.late !== other.late) continue;
			if (isBefore(writer.runId, other.runId) || isBefore(other.runId, writer.runId)) continue;
			yield {write, touch, writer, other, isMutual: isChange(touch)};
		}
}

function touchOf<Call extends OrderedCall>(call: Call): Array<Touch<Call>> {
	const method = call.method.toUpperCase();
	// Who is turned away at the door does not notice what is behind it.
	if (method === 'OPTIONS' || call.status === null || call.status === 401 || call.status === 403) return [];
	if (!URL.canParse(call.url)) return [];
	const {host, pathname} = new URL(call.url);
	return [{...call, method, host, path: pathname.replace(/(?<!\/)\/+$/, '')}];
}

const changing = new Set(['PUT', 'PATCH', 'DELETE', 'POST']);

const isChange = ({method, status, path, carries}: Touch): boolean =>
	changing.has(method) &&
	status !== null &&
	status >= 200 &&
	status < 300 &&
	(isIdSegment(path.slice(path.lastIndexOf('/') + 1)) || (carries.length > 0 && method !== 'POST'));

/** The same address, named by an id or by a value that both carry; what is deleted takes what is below it along. */
function isSameRecord(write: Touch, touch: Touch): boolean {
	if (write.method === 'DELETE' && touch.path.startsWith(`${write.path}/`)) return true;
	if (write.path !== touch.path) return false;
	return (
		isIdSegment(write.path.slice(write.path.lastIndexOf('/') + 1)) ||
		write.carries.some(name => touch.carries.includes(name))
	);
}

function comesLater(touch: Touch, other: OrderedMember, write: Touch, writer: OrderedMember): boolean {
	const [deletes, wasDelete] = [touch.method === 'DELETE', write.method === 'DELETE'];
	return deletes === wasDelete ? other.rank > writer.rank : deletes;
}

/** Whether a member waits for another one, directly or through others. */
function ancestry(waitsFor: ReadonlyMap<string, readonly string[]>): (earlier: string, later: string) => boolean {
	const known = new Map<string, Set<string>>();
	const before = (runId: RunId): Set<string> => {
		const cached = known.get(runId);
		if (cached) return cached;
		const all = new Set<string>();
		const open = [...(waitsFor.get(runId) ?? [])];
		for (let next = open.pop(); next !== undefined; next = open.pop())
			if (!all.has(next)) {
				all.add(next);
				open.push(...(waitsFor.get(next) ?? []));
			}
		known.set(runId, all);
		return all;
	};
	return (earlier, later) => before(later).has(earlier);
}

/** Others named in one sentence. */
const mostNamed = 3;

/**
 * What its author reads of all that one member changes under the others, with the command that orders them.
 *
 * @param writes of one `later`
 */
export function unorderedText(writes: readonly UnorderedWrite[]): string {
	const [first] = writes as readonly [UnorderedWrite, ...UnorderedWrite[]];
	const named = writes.slice(0, mostNamed).map(({earlier}) => `"${earlier.name}"`);
	const more = writes.length - named.length;
	const others = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
	const what = first.variable === null ? 'the same record' : first.variable;
	const verb = writes.length === 1 ? 'uses' : 'use';
	const isMutual = writes.every(({isMutual: both}) => both);
	const use = isMutual ? (writes.length === 1 ? 'changes' : 'change') : verb;
	const after = writes.slice(0, mostNamed).map(({earlier}) => `--after ${earlier.testId}`);
	return (
		`it changes ${what} (${first.change}) and ${others} ${use} ${what === 'the same record' ? 'that record' : 'it'}, too, ` +
		`with no order between them; to order them: svc test update ${first.later.testId} ${after.join(' ')}`
	);
}
