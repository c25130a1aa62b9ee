import type {ProjectId} from '../../contract/ids.ts';
import {isOfFamily, type Rule} from './matching-rule.ts';
import {pushTo} from '../domain/push-to.ts';

/** A DELETE that is still to be sent. */
export type OpenDelete = {
	resourceId: string;
	projectId: ProjectId;
	family: string;
	source_path: string;
	/** Ids of the records it belongs to. */
	parents: readonly string[];
	isLast: boolean;
};

/** How DELETEs of a project may be sent. */
export type SweepPace = {
	/** Most DELETEs of one family at once, 1 to 16; 1: one by one, whatever the family. */
	parallel: number;
	/** Most DELETEs of the project at once; absent: as many families as usual. */
	ofProject?: number;
};

/** "Parallel DELETEs per family", and all together. */
export const defaultPace: SweepPace = {parallel: 4};
const familiesAtOnce = 4;
const together = 16;

/** A DELETE with what the rules and the settings of its project say of it. */
type Ruled<T> = {
	one: T;
	/** Place of its family in an ordering rule. */
	rank: number;
	/** Most at once of its family by its own rule, of its family altogether, and of its project. */
	perFamily: number;
	ofFamily: number;
	ofProject: number;
	/** Project and family. */
	line: string;
};

/**
 * Says which DELETEs may be sent when: children before parents, families in the order of a rule, at most four of one
 * family at once or as many as the project allows, one with a serial rule. What it knows is kept in counts, so that
 * asking again after every DELETE is cheap for thousands of records.
 */
export class SweepOrder<T extends OpenDelete> {
	/** Not started, by project and family, in the order in which they should be sent. */
	readonly #waiting = new Map<string, Array<Ruled<T>>>();
	readonly #running = new Map<string, Ruled<T>>();
	readonly #together: number;
	/** Open DELETEs, those under way included: by the record they wait for, and by the place of their family in a rule. */
	readonly #children = new Map<string, number>();
	readonly #ranks = new Map<number, number>();
	readonly #runningOfFamily = new Map<string, number>();
	readonly #runningOfProject = new Map<string, number>();

	/**
	 * @param due in the order in which they should be sent
	 * @param paceOf settings of a project
	 */
	constructor(
		due: readonly T[],
		rules: readonly Rule[],
		paceOf: (projectId: ProjectId) => SweepPace = () => defaultPace,
	) {
		const serial = rules.filter(({kind}) => kind === 'serial');
		const sequences = rules.flatMap(({kind, sequence}) =>
			kind === 'order' && sequence !== null ? [JSON.parse(sequence) as string[]] : [],
		);
		this.#together = serial.some(({path}) => path === null) ? 1 : together;
		for (const one of due) {
			const isSerial = serial.some(({path}) => path !== null && isOfFamily(one, path));
			const {parallel, ofProject = parallel * familiesAtOnce} = paceOf(one.projectId);
			const ruled = {
				one,
				rank: rankOf(one, sequences),
				perFamily: isSerial ? 1 : parallel,
				ofFamily: parallel,
				ofProject: parallel === 1 ? 1 : ofProject,
				line: `${one.projectId} ${one.family}`,
			};
			pushTo(this.#waiting, ruled.line, ruled);
			this.#count(ruled, 1);
		}
	}

	/** Whether nothing is left, neither waiting nor under way. */
	get isDone(): boolean {
		return this.#waiting.size + this.#running.size === 0;
	}

	/** Those that may be sent now, which are under way from then on. */
	start(): T[] {
		const started = this.#startWithin(Math.min(...this.#ranks.keys()));
		// A rule asks for parents before their children: the children win, else nothing would ever be deleted.
		return started.length > 0 || this.#running.size > 0 ? started : this.#startWithin(Number.POSITIVE_INFINITY);
	}

	/** A DELETE that was under way has ended. */
	end(resourceId: string): void {
		const ruled = this.#running.get(resourceId);
		if (!ruled) return;
		this.#running.delete(resourceId);
		add(this.#runningOfFamily, ruled.line, -1);
		add(this.#runningOfProject, ruled.one.projectId, -1);
		this.#count(ruled, -1);
	}

	/**
	 * The DELETE of a record that is under way will be sent again in the next round: what it belongs to waits for that
	 * round, too. Followed by `end`.
	 */
	postpone(resourceId: string): void {
		const own = this.#running.get(resourceId);
		if (!own) return;
		const held = new Set(own.one.parents);
		for (let isMore = held.size > 0; isMore; ) {
			isMore = false;
			for (const [line, waiting] of this.#waiting) {
				const rest = waiting.filter(ruled => {
					if (!held.has(ruled.one.resourceId)) return true;
					this.#count(ruled, -1);
					for (const parent of ruled.one.parents) held.add(parent);
					isMore = true;
					return false;
				});
				if (rest.length > 0) this.#waiting.set(line, rest);
				else this.#waiting.delete(line);
			}
		}
	}

	#startWithin(highestRank: number): T[] {
		const mayStartLast = !this.#hasFreeOthers();
		const started: T[] = [];
		for (const [line, waiting] of this.#waiting) {
			for (let place = 0; place < waiting.length && this.#running.size < this.#together; ) {
				const {one, rank, perFamily, ofFamily, ofProject} = waiting[place]!;
				const running = this.#runningOfFamily.get(line) ?? 0;
				if (running >= ofFamily || (this.#runningOfProject.get(one.projectId) ?? 0) >= ofProject) break;
				const isFree = !this.#children.has(one.resourceId) && (!one.isLast || mayStartLast) && rank <= highestRank;
				if (!isFree || running >= perFamily) {
					place++;
					continue;
				}
				this.#running.set(one.resourceId, waiting[place]!);
				add(this.#runningOfFamily, line, 1);
				add(this.#runningOfProject, one.projectId, 1);
				started.push(one);
				waiting.splice(place, 1);
			}
			if (waiting.length === 0) this.#waiting.delete(line);
		}
		return started;
	}

	/** Whether a record that is not left to the end, and that no child keeps, is still to be deleted. */
	#hasFreeOthers(): boolean {
		const isOther = ({one}: Ruled<T>) => !one.isLast && !this.#children.has(one.resourceId);
		return (
			[...this.#waiting.values()].some(waiting => waiting.some(isOther)) || [...this.#running.values()].some(isOther)
		);
	}

	#count({one, rank}: Ruled<T>, change: 1 | -1): void {
		for (const parent of one.parents) add(this.#children, parent, change);
		add(this.#ranks, rank, change);
	}
}

/** Changes a count; what has come to nothing is no entry. */
function add<Key>(counts: Map<Key, number>, key: Key, change: 1 | -1): void {
	const count = (counts.get(key) ?? 0) + change;
	if (count === 0) counts.delete(key);
	else counts.set(key, count);
}

/** Place of a record's family in an ordering rule; families that no rule names come first. */
function rankOf(one: OpenDelete, sequences: ReadonlyArray<readonly string[]>): number {
	for (const sequence of sequences) {
		const place = sequence.findIndex(name => isOfFamily(one, name));
		if (place >= 0) return place;
	}
	return 0;
}
