import type {Tree} from './tree.ts';

/** How elements are built, to tell those that are alike from others. */

/** Roles two levels deep. */
export function shapeOf(tree: Tree, index: number): string[] {
	return tree.children[index]!.flatMap(child => [
		tree.look.elements[child]!.role,
		...tree.children[child]!.map(below => `>${tree.look.elements[below]!.role}`),
	]).slice(0, 40);
}

export function areAlike(one: string[], other: string[]): boolean {
	const rest = [...other];
	let shared = 0;
	for (const role of one) {
		const at = rest.indexOf(role);
		if (at === -1) continue;
		rest.splice(at, 1);
		shared++;
	}
	return shared / Math.max(one.length, other.length, 1) >= 0.6;
}
