import type {InstalledSkills, SkillPlaces, SkillStateRows} from '../../../contract/agent-skill.ts';
import {cleanLine} from '../clean.ts';
import type {Look} from '../look.ts';
import {type TableShape, table} from '../table.ts';

/** `<target>  <action>  <path>` */
export const installedSkills = (rows: InstalledSkills): string =>
	rows.map(({target, action, path}) => `${target}  ${action}  ${cleanLine(path)}\n`).join('');

export const skillPlaces = (rows: SkillPlaces, look: Look, shape: TableShape): string =>
	table(
		[
			{key: 'target', head: 'TARGET', cell: row => row.target},
			{key: 'skill', head: 'SKILL', cell: row => row.skill},
			{key: 'status', head: 'STATUS', cell: row => row.status},
			{key: 'mode', head: 'MODE', cell: row => row.mode},
			{key: 'path', head: 'PATH', cell: row => row.path},
		],
		rows,
		shape,
		{look},
	);

export const skillStates = (rows: SkillStateRows, look: Look, shape: TableShape): string =>
	table(
		[
			{key: 'target', head: 'TARGET', cell: row => row.target},
			{key: 'skill', head: 'SKILL', cell: row => row.skill},
			{key: 'state', head: 'STATE', cell: row => row.state, status: true},
			{key: 'path', head: 'PATH', cell: row => row.path},
		],
		rows,
		shape,
		{look},
	);
