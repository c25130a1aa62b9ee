import type {ChangePart, ChangeTurn} from './conversation.ts';
import {memoizeLast} from './memoize.ts';

/** A turn of the conversation, or one part of what it changes. */
export type ChangeRow =
	| {kind: 'turn'; id: string; turn: ChangeTurn; isOpen: boolean}
	| {kind: 'part'; id: string; turn: ChangeTurn; part: ChangePart; isTicked: boolean};

export const changeFilters = ['ready', 'applied', 'undone', 'discarded', 'failed'] as const;

export const partRowId = (turnId: string, partId: string): string => `${turnId} ${partId}`;

/**
 * Turns that match, newest first. The first one, and those in `toggled`, are open to their parts (a first one in `toggled`
 * is not).
 */
export const selectChangeRows = () =>
	memoizeLast(
		(
			turns: readonly ChangeTurn[] | null,
			whole: ReadonlyMap<string, ChangeTurn>,
			left: ReadonlySet<string>,
			filter: string,
			only: string | null,
			toggled: readonly string[],
		): readonly ChangeRow[] => {
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const isShown = ({text, reply, status, source}: ChangeTurn) => {
				const all = `${text} ${reply ?? ''} ${status} ${source}`.toLowerCase();
				return (only === null || status === only) && words.every(word => all.includes(word));
			};
			return (turns ?? []).filter(isShown).flatMap((listed, place): ChangeRow[] => {
				const known = whole.get(listed.id);
				// What was read whole is older than the list where its version is.
				const turn = known && known.version >= listed.version ? known : {...listed, parts: known?.parts ?? null};
				const isOpen = (place === 0) !== toggled.includes(turn.id);
				const head: ChangeRow = {kind: 'turn', id: turn.id, turn, isOpen};
				if (!isOpen) return [head];
				return [
					head,
					...(turn.parts ?? []).map((part): ChangeRow => {
						const id = partRowId(turn.id, part.id);
						return {kind: 'part', id, turn, part, isTicked: part.refused === null && !left.has(id)};
					}),
				];
			});
		},
	);
