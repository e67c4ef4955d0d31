/// <reference lib="dom" />

/**
 * Lists the actions and inputs of a card. It runs inside the page. The class is sent to the page as text, so its code
 * must not refer to anything outside the class.
 */
export class CardOffers {
  /** All actions of the card with their inputs. If an input is shown as a form, its members are listed, too. */
  actions(): readonly {
    readonly name: string;
    readonly inputs: readonly string[];
    readonly members: readonly string[];
  }[] {
    return [...document.querySelectorAll<HTMLElement>('[data-action]')].map((button) => {
      const name = button.dataset['action'] ?? '';
      const values = document.querySelectorAll<HTMLElement>(`form[name="${CSS.escape(name)}"] > .value`);
      const members = [...values].flatMap((value) =>
        [...value.querySelectorAll<HTMLElement>(':scope > .holder > .members > .value')].flatMap((member) => {
          const path = `${value.dataset['name'] ?? ''}.${member.dataset['name'] ?? ''}`;
          return [path, ...this.offers(path, member)];
        }),
      );
      return { name, inputs: [...values].map((value) => value.dataset['name'] ?? ''), members };
    });
  }

  /**
   * The options that a form offers for a value: `null`, the values of a choice, and the members of each branch of a
   * union, with their own options.
   */
  private offers(path: string, root: HTMLElement): readonly string[] {
    const way = root.querySelector<HTMLSelectElement>(':scope > .head > [data-way]');
    if (way === null) throw new Error(`the card has no control that selects whether ${path} is omitted, null or given`);
    const before = way.value;
    const found = [...way.options].some(({ value }) => value === 'null') ? [`${path} = null`] : [];
    if (this.choose(way, 'form')) {
      const choice = root.querySelector<HTMLSelectElement>(':scope > .holder > select');
      for (const { value } of choice?.options ?? []) if (value !== '') found.push(`${path} = ${value}`);
      found.push(...this.branches(path, root));
    }
    this.choose(way, before);
    return found;
  }

  private branches(path: string, root: HTMLElement): readonly string[] {
    const choice = root.querySelector<HTMLSelectElement>(':scope > .holder > * > [data-branch]');
    return [...(choice?.options ?? [])].flatMap(({ value }, index) => {
      if (choice !== null) this.choose(choice, value);
      const members = root.querySelectorAll<HTMLElement>(':scope > .holder > * > .branch > .members > .value');
      return [...members].flatMap((member) => {
        const at = `${path}[${index}].${member.dataset['name'] ?? ''}`;
        return [at, ...this.offers(at, member)];
      });
    });
  }

  private choose(select: HTMLSelectElement, value: string): boolean {
    if (![...select.options].some((option) => option.value === value)) return false;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  }
}
