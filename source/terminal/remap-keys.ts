import * as z from 'zod/mini';
import {ApiError} from '../errors/api-error.ts';
import {type Binding, bindingId, findKeyConflict} from './key-table.ts';

/** `~/.svc/keys.json`: an action's id and its key or keys, which replace the default ones. */
const keysFile = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const namedKeys =
	/^(?:(?:ctrl\+[a-z\\\]^_@[])|(?:shift\+)?tab|up|down|left|right|pageup|pagedown|home|end|enter|escape|backspace|space|[^\s\p{C}])$/u;

const refuse = (file: string, reason: string, details: Record<string, unknown>) =>
	new ApiError('VALIDATION_ERROR', `${file} cannot be used: ${reason}.`, {
		nextAction: `Correct or remove ${file}.`,
		details,
	});

/**
 * The table with the user's keys. A conflict is refused with both names.
 * @param content text of the file
 * @param stacks sets of layers that can be active together
 */
export function remapKeys<Layer extends string>(
	bindings: readonly Binding<Layer>[],
	{file, content, stacks}: {file: string; content: string; stacks: readonly (readonly Layer[])[]},
): readonly Binding<Layer>[] {
	const wanted = parseKeys(file, content);
	const known = new Set(bindings.map(bindingId));
	for (const [id, keys] of wanted) {
		if (!known.has(id)) throw refuse(file, `there is no action "${id}"`, {field: id, accepted: [...known].sort()});
		const wrong = keys.find(key => key === '' || !key.split(' ').every(stroke => namedKeys.test(stroke)));
		if (wrong !== undefined) throw refuse(file, `"${wrong}" of "${id}" is not a key`, {field: id, reason: 'key'});
	}
	const remapped = bindings.map(binding => ({...binding, keys: wanted.get(bindingId(binding)) ?? binding.keys}));
	const conflict = findKeyConflict(remapped, stacks);
	if (!conflict) return remapped;
	const names = [bindingId(conflict.first), bindingId(conflict.second)];
	throw refuse(file, `"${names[0]}" and "${names[1]}" both want the key "${conflict.key}"`, {
		field: names[1],
		reason: 'conflict',
		actions: names,
	});
}

function parseKeys(file: string, content: string): Map<string, string[]> {
	let parsed: unknown;
	try {
		parsed = JSON.parse(content);
	} catch {
		throw refuse(file, 'it is not JSON', {field: file, reason: 'json'});
	}
	const result = keysFile.safeParse(parsed);
	if (!result.success)
		throw refuse(file, 'it must map action names to a key or a list of keys', {field: file, reason: 'shape'});
	return new Map(Object.entries(result.data).map(([id, keys]) => [id, typeof keys === 'string' ? [keys] : keys]));
}
