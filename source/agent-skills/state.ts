import {lstatSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {
	agentTargets,
	type SkillName,
	type SkillState,
	type SkillStateRows,
	skillNames,
} from '../../contract/agent-skill.ts';
import {ApiError, isApiError} from '../errors/api-error.ts';
import {SymlinkRefusedError} from '../process/atomic-write.ts';
import {fileErrorWords} from '../process/file-error-words.ts';
import {UnsafePathError} from '../process/place-file.ts';
import {bodyHash, findMarker} from './marker.ts';
import {findSection, sectionState, toByteString} from './section.ts';
import {skills, type FileTarget, type Target, targets} from './targets.ts';

/**
 * What the file system says about a path, as an error that a person can act on. Anything else comes back as it is.
 */
export function pathError(error: unknown, path: string): unknown {
	if (isApiError(error)) return error;
	if (error instanceof SymlinkRefusedError || error instanceof UnsafePathError)
		return invalid(error.path, error instanceof SymlinkRefusedError ? 'symlink' : 'file_type', error.message);
	const {code} = error as NodeJS.ErrnoException;
	return code === undefined
		? error
		: invalid(path, code, `${path} cannot be used (${fileErrorWords(code)}). Name another place with --dir.`);
}

const invalid = (path: string, reason: string, nextAction: string) =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {nextAction, details: {field: 'path', reason, path}});

/** The state of every skill of every target below a directory. @param shown joins a path to what the user gave */
export function skillStates(root: string, shown: (path: string) => string = path => path): SkillStateRows {
	return agentTargets.flatMap(target =>
		skillNames.map(skill => {
			const path = targets[target].path(skill);
			return {target, skill, path: shown(path), state: skillState(root, targets[target], skill)};
		}),
	);
}

/** "States, decided in this order: absent, corrupt, unmarked, stale, modified, ok." */
function skillState(root: string, target: Target, skill: SkillName): SkillState {
	const path = join(root, ...target.path(skill).split('/'));
	let bytes: Buffer | null;
	try {
		bytes = readRegularFile(path);
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return 'absent';
		throw pathError(error, path);
	}
	if (!bytes) return 'unmarked';
	return target.mode === 'own-file' ? fileState(bytes, target, skill) : stateInSection(bytes, skill);
}

/** Null when the path is something else. */
const readRegularFile = (path: string): Buffer | null => (lstatSync(path).isFile() ? readFileSync(path) : null);

/** State of a file that holds one skill. */
export function fileState(bytes: Buffer, target: FileTarget, skill: SkillName): SkillState {
	const marker = findMarker(bytes.toString('utf8'));
	if (!marker) return 'unmarked';
	if (marker.hash !== bodyHash(target.body(skills[skill]))) return 'stale';
	return bytes.equals(Buffer.from(target.wrap(skills[skill], marker.line))) ? 'ok' : 'modified';
}

/** A skill that the section does not name is absent, whatever the state of the others. */
function stateInSection(bytes: Buffer, skill: SkillName): SkillState {
	const section = findSection(toByteString(bytes));
	if (section.kind === 'none') return 'absent';
	if (section.kind === 'corrupt') return 'corrupt';
	const {marker, state} = sectionState(section.inner);
	return marker && !marker.names.includes(skill) ? 'absent' : state;
}
