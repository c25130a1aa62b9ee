import type {Look} from '../page/look.ts';
import {isWithin, treeOf} from '../page/tree.ts';

type Relation = 'above' | 'below' | 'left_of' | 'right_of' | 'inside';

/** Where one element stands to another, by the middles of their boxes; `inside` by the tree or the box. */
export function positionHolds(
	look: Look,
	index: number,
	relation: Relation,
	of: number,
): {is: boolean; actual: string | null} {
	const [box, other] = [look.elements[index]!.box, look.elements[of]!.box];
	if (relation === 'inside' && isWithin(treeOf(look), index, of)) return {is: true, actual: 'inside'};
	if (!box || !other) return {is: false, actual: null};
	const [x, y] = [
		box.x + box.width / 2 - (other.x + other.width / 2),
		box.y + box.height / 2 - (other.y + other.height / 2),
	];
	const holds = {
		above: box.y + box.height <= other.y + 1,
		below: other.y + other.height <= box.y + 1,
		left_of: box.x + box.width <= other.x + 1,
		right_of: other.x + other.width <= box.x + 1,
		inside:
			box.x >= other.x - 1 &&
			box.y >= other.y - 1 &&
			box.x + box.width <= other.x + other.width + 1 &&
			box.y + box.height <= other.y + other.height + 1,
	};
	const actual = Math.abs(y) >= Math.abs(x) ? (y < 0 ? 'above' : 'below') : x < 0 ? 'left of' : 'right of';
	return {is: holds[relation], actual: holds[relation] ? relation.replace('_', ' ') : actual};
}
