const batchEveryMs = 10_000;

/**
 * Statements that copy the rows of a project and of its only batch, as often as they are asked to, each copy with ids of its own: what
 * SQLite and PostgreSQL both understand. A service has made the rows, so they are what it makes.
 *
 * @param project id of the project that is copied
 * @param projects how many projects there will be besides it
 * @param copiesOfProject how many copies of the tests and of the batch each of them has
 * @param columnsOf the columns of a table
 */
export async function copyStatements({project, projects, copiesOfProject, columnsOf}) {
	const copies = projects * copiesOfProject;
	/** The part of an id that says when it was made gets the number of the copy. */
	const renamed = (column, number) =>
		`substr(${column}, 1, 4) || substr(cast(10000000000 + ${number} as text), 2) || substr(${column}, 15)`;
	const ofProject = {
		projects: ['id', 'project_id'],
		environments: ['id', 'project_id'],
		schedules: ['id', 'target_id'],
	};
	const numbers = count =>
		`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
	const statements = [];
	for (const [table, of, count] of [
		['projects', `id = '${project}'`, projects],
		['environments', `project_id = '${project}'`, projects],
		['tests', `project_id = '${project}'`, copies],
		['batches', `project_id = '${project}'`, copies],
		['waves', `batch_id = (select id from batches where project_id = '${project}')`, copies],
		['runs', `project_id = '${project}'`, copies],
		['calls', `batch_id = (select id from batches where project_id = '${project}')`, copies],
		['schedules', `target_id = '${project}'`, projects],
	]) {
		const perProject = table in ofProject;
		const projectNumber = perProject ? 'n' : `((n - 1) / ${copiesOfProject} + 1)`;
		const copyOf = column => {
			if (column === 'project_ids')
				return `replace(project_ids, '${project}', ${renamed(`'${project}'`, projectNumber)})`;
			if (column === 'project_id' || column === 'environment_id' || ofProject[table]?.includes(column))
				return renamed(column, projectNumber);
			// One batch after the other, as they would have been.
			if (/_at$/.test(column) && !perProject) return `${column} - (${count} - n + 1) * ${batchEveryMs}`;
			if (column === 'last_batch_id') return renamed(column, `n * ${copiesOfProject}`);
			if (column === 'id' || /^(test|batch|run|snapshot|last_run)_id$/.test(column)) return renamed(column, 'n');
			return column;
		};
		const columns = await columnsOf(table);
		const quoted = columns.map(column => `"${column}"`).join(', ');
		statements.push(
			`insert into ${table} (${quoted}) ${numbers(count)} select ${columns.map(column => copyOf(column)).join(', ')} from numbers cross join ${table} where ${of}`,
		);
	}
	return statements;
}
