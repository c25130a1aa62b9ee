import {createHash} from 'node:crypto';
import {type SkillName, skillNames} from '../../contract/agent-skill.ts';

/** What the marker line of an installed skill says. */
export type Marker = {
	/** The line as it stands in the file. */
	line: string;
	/** Skill names this client knows, in their fixed order. */
	names: SkillName[];
	hash: string;
};

const pattern = /^<!-- svc-skill: (\S+) v(\S+) sha256:([0-9a-f]{12}) -->$/m;

/** First 12 hexadecimal digits of the SHA-256 of a body before it is wrapped. */
export const bodyHash = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 12);

/** `<!-- svc-skill: <name> v<cliVersion> sha256:<12 hex> -->`, names joined with `+`. */
export const markerLine = (names: readonly SkillName[], version: string, body: string): string =>
	`<!-- svc-skill: ${names.join('+')} v${version} sha256:${bodyHash(body)} -->`;

/** The first marker line of a text; null when there is none. */
export function findMarker(text: string): Marker | null {
	const match = pattern.exec(text);
	if (!match) return null;
	const written = match[1]!.split('+');
	return {line: match[0], names: skillNames.filter(name => written.includes(name)), hash: match[3]!};
}
