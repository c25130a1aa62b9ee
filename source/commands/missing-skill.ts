import {hasVerifySkill} from '../agent-skills/targets.ts';
import type {Context} from '../context.ts';
import {environmentValue} from '../credentials/environment.ts';

const isOff = (value: string) => ['0', 'false', 'no'].includes(value.trim().toLowerCase());

/**
 * "`[hint] svc agent install`": for a person with a stored key whose coding agent cannot know svc yet, once a day, never
 * after `--no-agent`. Silenced by `SVC_NO_SKILL_WARNING` "(any value except empty, `0`, `false`, `no`)".
 */
export function hintAtMissingSkill({output, dryRun, env, cwd, connection, hint}: Context): void {
	if (output !== 'text' || dryRun) return;
	const silenced = environmentValue(env, 'SVC_NO_SKILL_WARNING');
	if (silenced !== undefined && !isOff(silenced)) return;
	if (!connection().section?.get('api_key') || hasVerifySkill(cwd)) return;
	hint('agent-skill', 'svc agent install');
}
