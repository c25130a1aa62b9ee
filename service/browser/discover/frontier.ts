import {folderOf, listOf, pathOf, shapeOf} from './address.ts';

export type Waiting = {url: URL; depth: number; from: string | null};

/** Pages that are alike tell nothing new: so many of one shape are opened. */
const mostOfShape = 3;
/** Of one shape that are kept waiting, and of all; a page may have any number of links. */
const mostWaitingOfShape = 20;
const mostWaiting = 5000;

/**
 * Pages that wait to be opened: the nearest first, and among those the ones of whose kind fewest were seen. Each address
 * is offered once.
 */
export class Frontier {
	readonly #waiting: Waiting[] = [];
	readonly #known = new Set<string>();
	/** Lists of which a page is known. */
	readonly #lists = new Set<string>();
	readonly #waitingShapes = new Map<string, number>();
	readonly #shapes = new Map<string, number>();
	readonly #folders = new Map<string, number>();
	/** Addresses seen, those that were opened among them. */
	get found(): number {
		return this.#known.size;
	}

	/** `known`: it waits already, or was opened. `alike`: enough of its shape wait, or it is another page of a list that is known. */
	add(waiting: Waiting): 'added' | 'known' | 'alike' {
		const path = pathOf(waiting.url);
		if (this.#known.has(path)) return 'known';
		const list = listOf(waiting.url);
		if (list !== path && (this.#lists.has(list) || this.#known.has(list))) return 'alike';
		this.#lists.add(list);
		const shape = shapeOf(waiting.url);
		const alike = this.#waitingShapes.get(shape) ?? 0;
		if (alike >= mostWaitingOfShape || this.#waiting.length >= mostWaiting) return 'alike';
		this.#waitingShapes.set(shape, alike + 1);
		this.#known.add(path);
		this.#waiting.push(waiting);
		return 'added';
	}

	/** A page that was reached without being asked for: it is not opened again. */
	reached(url: URL): boolean {
		const path = pathOf(url);
		const isNew = !this.#known.has(path);
		this.#known.add(path);
		this.#lists.add(listOf(url));
		const at = this.#waiting.findIndex(one => pathOf(one.url) === path);
		if (at >= 0) this.#waiting.splice(at, 1);
		return isNew || at >= 0;
	}

	/** The next one; null: none is left that is unlike those before. */
	next(): Waiting | null {
		let best = -1;
		let bestRank = Number.POSITIVE_INFINITY;
		for (const [place, {url, depth}] of this.#waiting.entries()) {
			if ((this.#shapes.get(shapeOf(url)) ?? 0) >= mostOfShape) continue;
			const rank = depth * 1e6 + (this.#folders.get(folderOf(url)) ?? 0);
			if (rank >= bestRank) continue;
			[best, bestRank] = [place, rank];
		}
		if (best === -1) return null;
		const [waiting] = this.#waiting.splice(best, 1);
		const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
		count(this.#shapes, shapeOf(waiting!.url));
		if (waiting!.url.pathname !== '/') count(this.#folders, folderOf(waiting!.url));
		return waiting!;
	}

	/** What was never opened: alike ones, and those for which the budget was too small. */
	rest(): Array<Waiting & {reason: 'alike' | 'budget'}> {
		return this.#waiting.map(one => ({
			...one,
			reason: (this.#shapes.get(shapeOf(one.url)) ?? 0) >= mostOfShape ? 'alike' : 'budget',
		}));
	}
}
