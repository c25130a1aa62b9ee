import type {PlannedEdge} from '../../../service/plans/kinds/candidate.ts';

/** What somebody who has read a document says of it: where each request takes its values from. */
export type EdgeTruth = {
	document: string;
	/** `producers`: every operation that a careful tester could rightly take the value of this place from. */
	edges: Array<{consumer: string; place: string; producers: string[]}>;
	/** `METHOD /path place` of which the document does not say whether they refer to something: they count neither way. */
	undecided: string[];
};

export type EdgeFigures = {
	name: string;
	/** Edges that the reader names. */
	truth: number;
	/** Edges that are used: with a producer, decided ones only. */
	found: number;
	right: number;
	/** In words, with what was chosen instead. */
	wrong: string[];
	missing: string[];
};

/** Measures the edges that are used against what the reader of the document says. */
export function edgeFigures(name: string, edges: readonly PlannedEdge[], truth: EdgeTruth): EdgeFigures {
	const keyOf = ({consumer, place}: {consumer: string; place: string}) => `${consumer} ${place}`;
	const undecided = new Set(truth.undecided);
	const wanted = new Map(truth.edges.map(one => [keyOf(one), one.producers]));
	const used = new Map(
		edges.flatMap(({consumer, place, producer}) => {
			const key = keyOf({consumer: consumer.key, place});
			return producer === null || undecided.has(key) ? [] : [[key, producer.operation.key] as const];
		}),
	);
	const isRight = (key: string) => wanted.get(key)?.includes(used.get(key) ?? '') === true;
	return {
		name,
		truth: wanted.size,
		found: used.size,
		right: [...used.keys()].filter(isRight).length,
		wrong: [...used].flatMap(([key, producer]) => (isRight(key) ? [] : [`${key} ← ${producer}`])),
		missing: [...wanted].flatMap(([key, producers]) => (isRight(key) ? [] : [`${key} ← ${producers.join(' or ')}`])),
	};
}
