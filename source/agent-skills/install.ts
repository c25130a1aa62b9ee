import {statSync} from 'node:fs';
import {join} from 'node:path';
import {
	type AgentTarget,
	type InstallAction,
	type InstalledSkills,
	type SkillName,
	skillNames,
} from '../../contract/agent-skill.ts';
import {ApiError} from '../errors/api-error.ts';
import {writeFileAtomically} from '../process/atomic-write.ts';
import {checkPath, createFile, placeFile} from '../process/place-file.ts';
import {readRegularBytes} from '../process/regular-file.ts';
import {markerLine} from './marker.ts';
import {findSection, fromByteString, sectionState, toByteString, withSection} from './section.ts';
import {skills, type FileTarget, type Target, targets} from './targets.ts';
import {fileState, pathError} from './state.ts';

export type InstallOptions = {
	/** Absolute path of the project; an existing directory. */
	root: string;
	targets: readonly AgentTarget[];
	skills: readonly SkillName[];
	/** Replace files that differ, keeping a backup. */
	force: boolean;
	/** Of this client, for the marker. */
	version: string;
	/** A path below the project as the user would write it. */
	shown(path: string): string;
};

type Installation = {
	rows: InstalledSkills;
	/** Facts worth a warning, one sentence each. */
	warnings: string[];
};

/** `AGENTS.md` is read in full by agents; beyond this many bytes some cut it. */
const largeFileBytes = 32_768;

/** The files an installation is about: one per skill, or one for all skills of a section. */
export function plannedFiles(options: Pick<InstallOptions, 'targets' | 'skills'>) {
	const names = skillNames.filter(name => options.skills.includes(name));
	return [...new Set(options.targets)].flatMap(target => {
		const {mode, path}: Target = targets[target];
		return mode === 'own-file'
			? names.map(name => ({target, path: path(name), skills: [name]}))
			: [{target, path: path(names[0]!), skills: names}];
	});
}

/**
 * Installs skills for agents. Checks every path and every section before it writes anything: a symbolic link, a wrong
 * kind of file or a corrupt section is VALIDATION_ERROR and changes nothing. A file that exists and differs is
 * `blocked`; the others still go on.
 */
export function installSkills(options: InstallOptions): Installation {
	const files = plannedFiles(options);
	for (const {target, path} of files) {
		attempt(options, path, () => {
			checkPath(options.root, path.split('/'));
			if (targets[target].mode === 'managed-section') readSection(options, path);
		});
	}
	const warnings: string[] = [];
	const rows = files.map(({target, path, skills: names}) => {
		const kind = targets[target];
		const installed = attempt(options, path, () =>
			kind.mode === 'own-file'
				? installFile(options, kind, {path, skill: names[0]!}, warnings)
				: installSection(options, {path, skills: names}, warnings),
		);
		return {target, path: options.shown(path), ...installed};
	});
	return {rows, warnings};
}

/** Runs a step on a path; what the file system refuses becomes an error about that path. */
function attempt<Result>({root}: InstallOptions, path: string, step: () => Result): Result {
	try {
		return step();
	} catch (error) {
		throw pathError(error, join(root, path));
	}
}

type Installed = {action: InstallAction; skills: SkillName[]};

function installFile(
	{root, force, version, shown}: InstallOptions,
	target: FileTarget,
	{path, skill}: {path: string; skill: SkillName},
	warnings: string[],
): Installed {
	const text = target.wrap(skills[skill], markerLine([skill], version, target.body(skills[skill])));
	const placed = placeFile(root, path.split('/'), Buffer.from(text), {
		force,
		// Written by another version of the client, and still what this one installs.
		isCurrent: existing => fileState(existing, target, skill) === 'ok',
	});
	if (placed === 'no-backup-name')
		warnings.push(`${shown(path)} has 100 backups; remove some of its .bak files to have it replaced`);
	return {action: placed === 'no-backup-name' ? 'blocked' : placed, skills: [skill]};
}

/** "Skills installed earlier are kept and re-rendered; `--force` is not needed and makes no backup." */
function installSection(
	options: InstallOptions,
	file: {path: string; skills: SkillName[]},
	warnings: string[],
): Installed {
	const {root, version, shown} = options;
	const path = join(root, file.path);
	const {content, section} = readSection(options, file.path);
	const earlier = section.kind === 'found' ? (sectionState(section.inner).marker?.names ?? []) : [];
	const names = skillNames.filter(name => earlier.includes(name) || file.skills.includes(name));
	const changed = withSection(content ?? '', section, names, version);
	const bytes = fromByteString(changed);
	if (bytes.length > largeFileBytes)
		warnings.push(`${shown(file.path)} has ${bytes.length} bytes; some agents read only the first ${largeFileBytes}`);
	if (content === null) return {action: createFile(path, bytes) ? 'section-installed' : 'blocked', skills: names};
	if (changed === content) return {action: 'section-unchanged', skills: names};
	writeFileAtomically(path, bytes, {mode: statSync(path).mode & 0o777});
	return {action: section.kind === 'none' ? 'section-installed' : 'section-updated', skills: names};
}

/** The file as byte string (null: there is none) and the section in it. Throws when the sentinels are malformed. */
function readSection({root, shown}: InstallOptions, path: string) {
	const content = readIfThere(join(root, path));
	const section = findSection(content ?? '');
	if (section.kind === 'corrupt')
		throw new ApiError('VALIDATION_ERROR', 'Invalid request.', {
			nextAction: `The svc section of ${shown(path)} is corrupt: it needs exactly one BEGIN line and, after it, one END line. Repair or remove these lines by hand; nothing was changed.`,
			details: {field: 'path', reason: 'corrupt', path: shown(path)},
		});
	return {content, section};
}

function readIfThere(path: string): string | null {
	try {
		return toByteString(readRegularBytes(path));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}
