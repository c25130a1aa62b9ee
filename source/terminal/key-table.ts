/**
 * One binding: in `layer`, each of `keys` means `action`. A key is a stroke name (`j`, `ctrl+d`, `enter`) or two of them
 * with a blank between (`g g`).
 */
export type Binding<Layer extends string = string> = {
	layer: Layer;
	action: string;
	keys: readonly string[];
	/** What it does, for help and palette. */
	help: string;
	/** Its word in the footer; absent = not shown there. */
	hint?: string;
	/** Ids of bindings of further layers whose key it takes over where it stands; absent = none. */
	over?: readonly string[];
};

type Match<Layer extends string> =
	| {kind: 'action'; binding: Binding<Layer>}
	/** The first stroke of a chord; hand `pending` back with the next stroke. */
	| {kind: 'pending'; pending: string}
	| {kind: 'none'};

/** The name by which `keys.json` and messages call a binding. */
export const bindingId = ({layer, action}: Binding): string => `${layer}.${action}`;

/**
 * What a stroke means in the given layers, innermost first.
 * @param pending the chord begun by the stroke before, or an empty string
 */
export function matchStroke<Layer extends string>(
	bindings: readonly Binding<Layer>[],
	stroke: string,
	layers: readonly Layer[],
	pending = '',
): Match<Layer> {
	const keys = pending ? `${pending} ${stroke}` : stroke;
	for (const layer of layers) {
		const binding = bindings.find(candidate => candidate.layer === layer && candidate.keys.includes(keys));
		if (binding) return {kind: 'action', binding};
	}
	const beginsChord = bindings.some(
		({layer, keys: all}) => layers.includes(layer) && all.some(key => key.startsWith(`${keys} `)),
	);
	if (beginsChord) return {kind: 'pending', pending: keys};
	// A chord that came to nothing must not swallow the stroke that ended it.
	return pending ? matchStroke(bindings, stroke, layers) : {kind: 'none'};
}

/** Two bindings that are active at the same time and want the same key, or one the start of the other's chord. */
type KeyConflict = {key: string; first: Binding; second: Binding};

/**
 * The first conflict of a table.
 * @param stacks sets of layers that can be active together
 */
export function findKeyConflict<Layer extends string>(
	bindings: readonly Binding<Layer>[],
	stacks: readonly (readonly Layer[])[],
): KeyConflict | undefined {
	for (const stack of stacks) {
		const taken = new Map<string, Binding>();
		for (const binding of bindings.filter(({layer}) => stack.includes(layer))) {
			for (const key of binding.keys) {
				for (const [other, first] of taken)
					if (takesOver(binding, first) || takesOver(first, binding)) continue;
					else if (other === key || other.startsWith(`${key} `) || key.startsWith(`${other} `))
						return {key, first, second: binding};
				taken.set(key, binding);
			}
		}
	}
	return undefined;
}

/** Whether a key of the one is meant to hide that of the other. */
export const takesOver = ({over = []}: Binding, other: Binding): boolean => over.includes(bindingId(other));

const labels: Record<string, string> = {
	enter: 'Enter',
	escape: 'Esc',
	space: 'Space',
	tab: 'Tab',
	'shift+tab': 'Shift-Tab',
	up: 'Up',
	down: 'Down',
	left: 'Left',
	right: 'Right',
	pageup: 'PgUp',
	pagedown: 'PgDn',
	home: 'Home',
	end: 'End',
	backspace: 'Backspace',
};

/** A key as people write it: `ctrl+d` is `Ctrl-d`, `g g` is `gg`. */
export function keyLabel(key: string): string {
	const strokes = key.split(' ').map(stroke => labels[stroke] ?? stroke.replace(/^ctrl\+/, 'Ctrl-'));
	return strokes.every(stroke => [...stroke].length === 1) ? strokes.join('') : strokes.join(' ');
}
