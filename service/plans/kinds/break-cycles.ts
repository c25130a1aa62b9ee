import type {PlanOperation} from '../model/operation.ts';
import {environmentKeyOf} from './names.ts';
import {type PlannedEdge, sure, usable} from './candidate.ts';
import {pushTo} from '../../domain/push-to.ts';

/**
 * Breaks circles of operations that need each other, each at its weakest edge: the next alternative feeds it, or nobody.
 * A circle of required edges that are all sure stays: its tests are Blocked with that reason when they run. A person's
 * pin is never broken.
 */
export function breakCycles(edges: readonly PlannedEdge[]): void {
	const needs = new Map<PlanOperation, PlannedEdge[]>();
	for (const edge of edges) {
		pushTo(needs, edge.consumer, edge);
	}
	/** How many places of one operation are fed by one producer. */
	const between = (edge: PlannedEdge) =>
		needs.get(edge.consumer)!.filter(one => one.producer?.operation === edge.producer?.operation).length;
	// Edges of circles that cannot be broken, and operations from which no circle is left to be reached.
	const kept = new Set<PlannedEdge>();
	const done = new Set<PlanOperation>();
	for (;;) {
		const circle = findCircle(needs, kept, done);
		if (circle === null) return;
		const weak = circle.filter(mayBreak).sort(
			(a, b) =>
				Number(a.required) - Number(b.required) ||
				a.producer!.score - b.producer!.score ||
				// What is referred to in several places, or in a list, is what was made of it later.
				between(b) - between(a),
		)[0];
		if (!weak) {
			for (const edge of circle) kept.add(edge);
			continue;
		}
		const inCircle = new Set(circle.map(edge => edge.consumer));
		const producer = weak.producer!.operation;
		for (const edge of circle.concat(needs.get(weak.consumer)!))
			if (edge.consumer === weak.consumer && edge.producer?.operation === producer && mayBreak(edge))
				if (cutOff(edge, inCircle)) done.clear();
	}
}

const mayBreak = ({state, required, producer}: PlannedEdge): boolean =>
	state === 'inferred' && producer !== null && (producer.score < sure || !required);

/** Feeds a place by the next alternative, or by nobody. True: another one feeds it, which may lead into a circle again. */
function cutOff(edge: PlannedEdge, inCircle: ReadonlySet<PlanOperation>): boolean {
	const broken = edge.producer!;
	const next = edge.alternatives.find(one => one.score >= usable && !inCircle.has(one.operation));
	edge.alternatives = edge.alternatives.filter(one => one !== next && one !== broken);
	edge.alternatives.unshift({...broken, score: Math.min(broken.score, usable - 0.01)});
	edge.producer = next ?? null;
	if (!next && edge.place.startsWith('path:')) edge.environmentKey = environmentKeyOf(edge.place.slice(5));
	edge.reason = next ? next.reason : `${broken.operation.key} needs a value of ${edge.consumer.key} itself`;
	return next !== undefined;
}

/** The edges of one circle among the operations; null when there is none (left). */
function findCircle(
	needs: ReadonlyMap<PlanOperation, PlannedEdge[]>,
	kept: ReadonlySet<PlannedEdge>,
	done: Set<PlanOperation>,
): PlannedEdge[] | null {
	const trail: PlannedEdge[] = [];
	const open = new Set<PlanOperation>();
	const visit = (operation: PlanOperation): PlannedEdge[] | null => {
		if (done.has(operation)) return null;
		open.add(operation);
		for (const edge of needs.get(operation) ?? []) {
			const producer = edge.producer?.operation;
			if (producer === undefined || kept.has(edge)) continue;
			if (open.has(producer)) {
				const start = trail.findIndex(one => one.consumer === producer);
				return start < 0 ? [edge] : [...trail.slice(start), edge];
			}
			trail.push(edge);
			const circle = visit(producer);
			if (circle) return circle;
			trail.pop();
		}
		open.delete(operation);
		done.add(operation);
		return null;
	};
	for (const operation of needs.keys()) {
		const circle = visit(operation);
		if (circle) return circle;
	}
	return null;
}
