// Common first names, for two purposes: a surname after one of them is not a word, and a salutation needs the gender.
const WOMEN =
	"Abigail Adriana Alejandra Alice Alicia Alison Amanda Amelia Amy Ana Andrea Angela Ángela Ann Anna Anne Antonia Ashley Barbara Bárbara Beatriz Belén Betty Brenda Carla Carmen Carol Carolina Caroline Catherine Cecilia Charlotte Christina Christine Clara Claudia Concepción Consuelo Cristina Cynthia Daniela Deborah Diana Dolores Dorothy Elena Elizabeth Ella Emily Emma Esperanza Esther Eva Fatima Fátima Fernanda Frances Gabriela Gloria Grace Hannah Heather Helen Inés Irene Isabel Isabella Jane Janet Jennifer Jessica Jimena Joan Josefa Joyce Juana Judith Julia Julie Karen Kate Katherine Kathleen Kelly Kimberly Laura Lauren Leticia Linda Lisa Lola Lorena Lourdes Lucía Lucy Luisa Luz Maite Manuela Margaret Margarita María Maria Mariana Marina Marta Martha Martina Mary Megan Melissa Mercedes Mia Michelle Mónica Nancy Natalia Nicole Nuria Olga Olivia Pamela Patricia Paula Pilar Rachel Raquel Rebecca Rocío Rosa Rosario Rose Ruth Samantha Sandra Sara Sarah Sharon Silvia Sofía Soledad Sophia Sophie Stephanie Susan Susana Teresa Valentina Valeria Vanessa Verónica Victoria Virginia Ximena Yolanda";
const MEN =
	"Aaron Adam Adrián Alan Albert Alberto Alejandro Alexander Alfonso Alfredo Álvaro Andrés Andrew Ángel Anthony Antonio Arthur Arturo Benjamin Brandon Brian Bruce Carlos Carl César Charles Christian Christopher Daniel David Dennis Diego Donald Douglas Edward Eduardo Emilio Enrique Eric Ernesto Ethan Eugene Felipe Félix Fernando Francisco Frank Gabriel Gary George Gerald Gonzalo Gregory Guillermo Gustavo Harold Harry Héctor Henry Hugo Ignacio Ismael Iván Jack Jacob Jaime James Jason Javier Jeffrey Jeremy Jesse Joaquín Joe John Jonathan Jordi Jorge José Joseph Joshua Juan Julián Julio Justin Keith Kenneth Kevin Kyle Larry Lawrence Leonardo Liam Louis Lorenzo Lucas Luis Manuel Marcos Mario Mark Martín Martin Mateo Matthew Michael Miguel Nathan Nicholas Nicolás Noah Oliver Óscar Pablo Patrick Paul Pedro Peter Philip Rafael Ralph Ramón Raúl Raymond Ricardo Richard Robert Roberto Rodrigo Roger Ronald Roy Rubén Ryan Samuel Santiago Scott Sean Sebastián Sergio Simon Stephen Steven Terry Thomas Timothy Tomás Tyler Vicente Víctor Walter William";

const GENDERS: ReadonlyMap<string, "f" | "m"> = new Map([
	...WOMEN.split(" ").map((name) => [name, "f"] as const),
	...MEN.split(" ").map((name) => [name, "m"] as const),
]);

/** Whether a word is a common first name. */
export function isFirstName(word: string): boolean {
	return GENDERS.has(word);
}

/** The gender of the first word of a name, or undefined if it is not a common first name. */
export function genderOf(name: string): "f" | "m" | undefined {
	return GENDERS.get(name.split(" ")[0] as string);
}
