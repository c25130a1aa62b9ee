import type {InstalledSkills} from '../../contract/agent-skill.ts';
import {ApiError} from '../errors/api-error.ts';

/** "Different bytes without `--force`: `blocked`, the other targets still go on, exit 6 at the end." */
export function blockedProblem(rows: InstalledSkills): ApiError | undefined {
	const paths = rows.filter(({action}) => action === 'blocked').map(({path}) => path);
	if (paths.length === 0) return undefined;
	return new ApiError('CONFLICT', `Left alone because it exists and differs: ${paths.join(', ')}.`, {
		nextAction: 'Run the command again with --force to replace it; the old file is kept as .bak.',
		details: {reason: 'file_exists', paths},
	});
}
